import type { MenuAction } from './menu.tsx';

/** Returns a row of a menu that acts when it is chosen. */
export const menuAction = (
  id: string,
  label: string,
  onSelect: () => void,
  more: Partial<MenuAction> = {},
): MenuAction => ({ kind: 'action', id, label, onSelect, ...more });

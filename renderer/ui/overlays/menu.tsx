import type { ReactElement } from 'react';
import { lazyModule } from '../base/lazy-module.ts';
import { useFloating } from './opener.ts';

const floating = lazyModule(() => import('./floating-menu.tsx'));

export interface MenuAction {
  kind: 'action';
  id: string;
  label: string;
  /** A few words at the right: what the row is about. */
  hint?: string | undefined;
  shortcut?: string | undefined;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  onSelect: () => void;
}

/** Rows have no icons: a mark at the left means that the row is chosen. */
export type MenuItem =
  | MenuAction
  | { kind: 'check'; id: string; label: string; checked: boolean; onCheckedChange: (checked: boolean) => void }
  | {
      kind: 'radio';
      id: string;
      label: string;
      value: string;
      options: readonly { value: string; label: string; hint?: string | undefined }[];
      onValueChange: (value: string) => void;
    }
  | { kind: 'submenu'; id: string; label: string; items: readonly MenuItem[] }
  | { kind: 'separator'; id: string };

export interface MenuProps {
  /** A button; it has the accessible name. */
  trigger: ReactElement;
  /** As a function they are created when the menu is open, which keeps long lists of rows with menus cheap. */
  items: readonly MenuItem[] | (() => readonly MenuItem[]);
  align?: 'start' | 'center' | 'end' | undefined;
  /** Where the focus goes after a choice. Default, and with `null`: back to the button. */
  nextFocus?: (() => HTMLElement | null) | undefined;
}

/** Actions behind a button: arrow keys move, typing jumps, Escape closes and returns the focus. */
export function Menu(props: MenuProps) {
  const [loaded, closed] = useFloating(floating, 'menu');
  return loaded ? <loaded.FloatingMenu {...props} /> : closed(props.trigger);
}

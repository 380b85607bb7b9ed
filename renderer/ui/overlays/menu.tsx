import { type ReactElement, useState } from 'react';
import { lazyModule, useLazyModule } from '../base/lazy-module.ts';
import type { MenuItem } from './menu-items.tsx';
import { opener } from './opener.ts';

const floating = lazyModule(() => import('./floating-menu.tsx'));

export interface MenuProps {
  /** A button; it carries the accessible name. */
  trigger: ReactElement;
  /** As a function they are made when the menu is open, which spares long lists of rows with menus. */
  items: readonly MenuItem[] | (() => readonly MenuItem[]);
  align?: 'start' | 'center' | 'end' | undefined;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
}

/** Actions behind a button: arrows move, typing jumps, Escape closes and gives focus back. */
export function Menu({ trigger, items, align = 'start', side = 'bottom' }: MenuProps) {
  const [isWanted, setWanted] = useState(false);
  const loaded = useLazyModule(floating, isWanted);
  if (loaded) return <loaded.FloatingMenu trigger={trigger} items={items} align={align} side={side} />;
  return opener(trigger, {
    popup: 'menu',
    keys: ['ArrowDown', 'ArrowUp'],
    near: floating.load,
    open: () => setWanted(true),
  });
}

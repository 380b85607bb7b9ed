import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement } from 'react';
import { type MenuItem, MenuPopup } from './menu-items.tsx';

export interface MenuProps {
  /** A button; it carries the accessible name. */
  trigger: ReactElement;
  items: readonly MenuItem[];
  align?: 'start' | 'center' | 'end' | undefined;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
}

/** Actions behind a button: arrows move, typing jumps, Escape closes and gives focus back. */
export function Menu({ trigger, items, align = 'start', side = 'bottom', open, onOpenChange }: MenuProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)} modal={false}>
      <Base.Trigger render={trigger} />
      <MenuPopup items={items} align={align} side={side} />
    </Base.Root>
  );
}

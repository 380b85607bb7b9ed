import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { classes } from './class-names.ts';
import s from './popover.module.css';
import p from './popup.module.css';

export interface PopoverProps {
  /** A button; it carries the accessible name. */
  trigger: ReactElement;
  title?: string | undefined;
  children: ReactNode;
  align?: 'start' | 'center' | 'end' | undefined;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
}

/** A small pane beside its button, for details and small forms. */
export function Popover({
  trigger,
  title,
  children,
  align = 'start',
  side = 'bottom',
  open,
  onOpenChange,
}: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={p.positioner} align={align} side={side} sideOffset={6} collisionPadding={8}>
          <Base.Popup className={classes(p.popup, s.popover)}>
            {title !== undefined && <Base.Title className={s.title}>{title}</Base.Title>}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { classes } from '../base/class-names.ts';
import p from './popup.module.css';

export interface PopoverProps {
  /** A button; it has the accessible name. */
  trigger: ReactElement;
  title?: string | undefined;
  /** The accessible name of the pane where no title is drawn. */
  label?: string | undefined;
  children: ReactNode;
  align?: 'start' | 'center' | 'end' | undefined;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  /** Where the focus goes when it closes. Default, and with `null`: back to the button. */
  nextFocus?: (() => HTMLElement | null) | undefined;
}

/** A small pane beside its button, for details and small forms. */
export function Popover({
  trigger,
  title,
  label,
  children,
  align = 'start',
  side = 'bottom',
  open,
  onOpenChange,
  nextFocus,
}: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={p.positioner} align={align} side={side} sideOffset={6} collisionPadding={8}>
          <Base.Popup
            className={classes(p.popup, p.popover)}
            aria-label={title === undefined ? label : undefined}
            finalFocus={nextFocus && (() => nextFocus() ?? true)}
          >
            {title !== undefined && <Base.Title className={p.title}>{title}</Base.Title>}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

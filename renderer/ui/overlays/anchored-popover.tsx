import { Popover as Base } from '@base-ui/react/popover';
import type { ReactNode, RefObject } from 'react';
import { classes } from '../base/class-names.ts';
import { focusNow } from './focus-now.ts';
import p from './popup.module.css';

export interface AnchoredPopoverProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The accessible name of the pane. */
  label: string;
  /** What it is beside. */
  anchor: () => Element | null;
  side: 'top' | 'bottom';
  initialFocus: RefObject<HTMLElement | null>;
  /** Where the focus goes when it closes. */
  nextFocus: () => HTMLElement | null;
  children: ReactNode;
}

/** A small pane beside something that is not its button, such as the field in which a key opened it. */
export function AnchoredPopover({ open, onOpenChange, label, anchor, side, ...props }: AnchoredPopoverProps) {
  const { initialFocus, nextFocus, children } = props;
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Positioner
          className={p.positioner}
          anchor={anchor}
          align="start"
          side={side}
          sideOffset={6}
          collisionPadding={8}
        >
          <Base.Popup
            className={classes(p.popup, p.anchored)}
            aria-label={label}
            initialFocus={() => focusNow(initialFocus.current)}
            finalFocus={() => nextFocus() ?? true}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

import { Popover } from '@base-ui/react/popover';
import type { ReactNode, RefObject } from 'react';
import { classes } from '../base/class-names.ts';
import { UiProvider } from '../base/ui-provider.tsx';
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
    <UiProvider>
      <Popover.Root open={open} onOpenChange={onOpenChange}>
        <Popover.Portal>
          <Popover.Positioner
            className={p.positioner}
            anchor={anchor}
            align="start"
            side={side}
            sideOffset={6}
            collisionPadding={8}
          >
            <Popover.Popup
              className={classes(p.popup, p.anchored)}
              aria-label={label}
              initialFocus={initialFocus}
              finalFocus={() => nextFocus() ?? true}
            >
              {children}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </UiProvider>
  );
}

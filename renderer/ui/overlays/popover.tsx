import type { ReactElement, ReactNode } from 'react';
import { lazyModule } from '../base/lazy-module.ts';
import { useFloating } from './opener.ts';

const floating = lazyModule(() => import('./floating-popover.tsx'));

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
  /** Fetches the code of the content, when the pointer or the focus comes near. */
  near?: (() => Promise<unknown>) | undefined;
}

/** A small pane beside its button, for details and small forms. */
export function Popover({ near, ...props }: PopoverProps) {
  const { trigger, open: isOpen, onOpenChange } = props;
  const [loaded, closed] = useFloating(floating, 'dialog', { isOpen, near, onOpen: () => onOpenChange?.(true) });
  return loaded ? <loaded.FloatingPopover {...props} /> : closed(trigger);
}

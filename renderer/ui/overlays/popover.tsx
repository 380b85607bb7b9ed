import { type ReactElement, type ReactNode, useState } from 'react';
import { lazyModule, useLazyModule } from '../base/lazy-module.ts';
import { opener } from './opener.ts';

const floating = lazyModule(() => import('./floating-popover.tsx'));

export interface PopoverProps {
  /** A button; it carries the accessible name. */
  trigger: ReactElement;
  title?: string | undefined;
  /** The accessible name of the pane where no title is drawn. */
  label?: string | undefined;
  children: ReactNode;
  align?: 'start' | 'center' | 'end' | undefined;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  /** Fetches the code of what is inside, when the person comes near. */
  near?: (() => Promise<unknown>) | undefined;
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
  near,
}: PopoverProps) {
  const [ownOpen, setOwnOpen] = useState(false);
  const isOpen = open ?? ownOpen;
  const [isWanted, setWanted] = useState(isOpen);
  if (isOpen && !isWanted) setWanted(true);
  const loaded = useLazyModule(floating, isWanted);
  const change = (next: boolean) => {
    setOwnOpen(next);
    onOpenChange?.(next);
  };
  if (loaded)
    return (
      <loaded.FloatingPopover
        trigger={trigger}
        title={title}
        label={label}
        align={align}
        side={side}
        open={isOpen}
        onOpenChange={change}
      >
        {children}
      </loaded.FloatingPopover>
    );
  return opener(trigger, {
    popup: 'dialog',
    near: () => Promise.all([floating.load(), near?.()]),
    open: () => change(true),
  });
}

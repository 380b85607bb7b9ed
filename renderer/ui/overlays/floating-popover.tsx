import { Popover } from '@base-ui/react/popover';
import { classes } from '../base/class-names.ts';
import { UiProvider } from '../base/ui-provider.tsx';
import s from './popover.module.css';
import type { PopoverProps } from './popover.tsx';
import p from './popup.module.css';

/** What floats of a popover; fetched when it is first wanted. */
export function FloatingPopover({
  trigger,
  title,
  label,
  children,
  align,
  side,
  open,
  onOpenChange,
}: Omit<PopoverProps, 'near'> & { onOpenChange: (open: boolean) => void }) {
  return (
    <UiProvider>
      <Popover.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
        <Popover.Trigger render={trigger} />
        <Popover.Portal>
          <Popover.Positioner className={p.positioner} align={align} side={side} sideOffset={6} collisionPadding={8}>
            <Popover.Popup className={classes(p.popup, s.popover)} aria-label={title === undefined ? label : undefined}>
              {title !== undefined && <Popover.Title className={s.title}>{title}</Popover.Title>}
              {children}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </UiProvider>
  );
}

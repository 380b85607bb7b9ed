import { Popover } from '@base-ui/react/popover';
import { classes } from '../base/class-names.ts';
import { UiProvider } from '../base/ui-provider.tsx';
import type { PopoverProps } from './popover.tsx';
import p from './popup.module.css';

/** A popover that is open when it mounts, because the press that opened it came before its code had loaded. */
export function FloatingPopover({
  trigger,
  title,
  label,
  children,
  align = 'start',
  side = 'bottom',
  open,
  onOpenChange,
  nextFocus,
}: Omit<PopoverProps, 'near'>) {
  return (
    <UiProvider>
      <Popover.Root defaultOpen open={open} onOpenChange={(next) => onOpenChange?.(next)}>
        <Popover.Trigger render={trigger} />
        <Popover.Portal>
          <Popover.Positioner className={p.positioner} align={align} side={side} sideOffset={6} collisionPadding={8}>
            <Popover.Popup
              className={classes(p.popup, p.popover)}
              aria-label={title === undefined ? label : undefined}
              finalFocus={nextFocus && (() => nextFocus() ?? true)}
            >
              {title !== undefined && <Popover.Title className={p.title}>{title}</Popover.Title>}
              {children}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </UiProvider>
  );
}

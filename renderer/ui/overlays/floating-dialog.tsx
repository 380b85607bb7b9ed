import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { classes } from '../base/class-names.ts';
import { Icon } from '../base/icon.tsx';
import { UiProvider } from '../base/ui-provider.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import s from './dialog.module.css';
import type { DialogProps } from './dialog.tsx';

/** What floats of a dialog; fetched when the first one is opened. */
export function FloatingDialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'md',
  closeLabel,
  initialFocus,
}: DialogProps) {
  return (
    <UiProvider>
      <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
        <Base.Portal>
          <Base.Backdrop className={s.scrim} />
          <Base.Viewport className={s.viewport}>
            <Base.Popup className={classes(s.popup, s[size])} initialFocus={initialFocus}>
              <header className={s.head}>
                <Base.Title className={s.title}>{title}</Base.Title>
              </header>
              <div className={s.body}>
                {description !== undefined && (
                  <Base.Description render={<div />} className={s.description}>
                    {description}
                  </Base.Description>
                )}
                {children}
              </div>
              {footer !== undefined && <footer className={s.foot}>{footer}</footer>}
              {/* Last in order, so that the first field gets the focus; drawn at the upper right. */}
              <span className={s.close}>
                <Base.Close render={<IconButton label={closeLabel} size="sm" icon={<Icon of={X} />} />} />
              </span>
            </Base.Popup>
          </Base.Viewport>
        </Base.Portal>
      </Base.Root>
    </UiProvider>
  );
}

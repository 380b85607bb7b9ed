import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { classes } from './class-names.ts';
import s from './dialog.module.css';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons; the one that ends the task stands last. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | undefined;
  closeLabel: string;
  initialFocus?: RefObject<HTMLElement | null> | undefined;
}

/** A task on its own above the page. Escape and a press outside close it; focus returns to where it was. */
export function Dialog({
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
  );
}

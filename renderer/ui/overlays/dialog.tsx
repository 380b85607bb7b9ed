import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { classes } from '../base/class-names.ts';
import { Icon } from '../base/icon.tsx';
import { Button, IconButton } from '../controls/button.tsx';
import s from './dialog.module.css';
import { focusNow } from './focus-now.ts';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons; the one that completes the task is last. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl' | undefined;
  closeLabel: string;
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** Where the focus goes when it closes. Default, and with `null`: back to where it was. */
  nextFocus?: (() => HTMLElement | null) | undefined;
}

/** A modal task above the page. Escape and a press outside close it; focus returns to where it was. */
export function Dialog({ open, onOpenChange, closeLabel, ...content }: DialogProps) {
  const close = <Base.Close render={<IconButton label={closeLabel} size="sm" icon={<Icon of={X} />} />} />;
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Box {...content} close={close} />
    </Base.Root>
  );
}

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What will happen and what cannot be undone. */
  body: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  intent?: 'primary' | 'danger' | undefined;
  onConfirm: () => void;
}

/** A question that must be answered before going on. Focus starts on cancel; Escape is cancel. */
export function ConfirmDialog({ open, onOpenChange, title, body, intent = 'primary', ...acts }: ConfirmDialogProps) {
  const footer = (
    <>
      <AlertDialog.Close render={<Button>{acts.cancelLabel}</Button>} />
      <AlertDialog.Close render={<Button intent={intent}>{acts.confirmLabel}</Button>} onClick={acts.onConfirm} />
    </>
  );
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Box title={title} description={body} footer={footer} size="sm" />
    </AlertDialog.Root>
  );
}

interface BoxProps extends Omit<DialogProps, 'open' | 'onOpenChange' | 'closeLabel'> {
  close?: ReactNode;
}

/** The same box for both: the library's parts of a confirmation are those of a dialog. */
function Box({ title, description, children, footer, size = 'md', initialFocus, nextFocus, close }: BoxProps) {
  const popup = useRef<HTMLDivElement>(null);
  const closing = useRef<HTMLSpanElement>(null);
  // The first control of the dialog, never its ×: with nothing else to use, or with an on-screen keyboard, the dialog.
  const firstFocus = (opened: string) => {
    if (initialFocus || opened === 'touch') return focusNow(initialFocus?.current ?? popup.current);
    const first = popup.current?.querySelector('a[href], button, input, select, textarea, [tabindex="0"]');
    return closing.current?.contains(first ?? null) ? popup.current : true;
  };
  return (
    <Base.Portal>
      <Base.Backdrop className={s.scrim} />
      <Base.Viewport className={s.viewport}>
        <Base.Popup
          ref={popup}
          className={classes(s.popup, s[size])}
          initialFocus={firstFocus}
          finalFocus={nextFocus && (() => nextFocus() ?? true)}
        >
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
          {close && (
            <span ref={closing} className={s.close}>
              {close}
            </span>
          )}
        </Base.Popup>
      </Base.Viewport>
    </Base.Portal>
  );
}

import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classes } from './class-names.ts';
import s from './dialog.module.css';

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
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  body,
  confirmLabel,
  cancelLabel,
  intent = 'primary',
  onConfirm,
}: ConfirmDialogProps) {
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={s.scrim} />
        <AlertDialog.Viewport className={s.viewport}>
          <AlertDialog.Popup className={classes(s.popup, s.sm)}>
            <header className={s.head}>
              <AlertDialog.Title className={s.title}>{title}</AlertDialog.Title>
            </header>
            <div className={s.body}>
              <AlertDialog.Description render={<div />} className={s.description}>
                {body}
              </AlertDialog.Description>
            </div>
            <footer className={s.foot}>
              <AlertDialog.Close render={<Button>{cancelLabel}</Button>} />
              <AlertDialog.Close render={<Button intent={intent}>{confirmLabel}</Button>} onClick={onConfirm} />
            </footer>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

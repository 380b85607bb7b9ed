import { AlertDialog } from '@base-ui/react/alert-dialog';
import { classes } from '../base/class-names.ts';
import { UiProvider } from '../base/ui-provider.tsx';
import { Button } from '../controls/button.tsx';
import type { ConfirmDialogProps } from './confirm-dialog.tsx';
import s from './dialog.module.css';

/** What floats of a question; fetched when the first one is asked. */
export function FloatingConfirm({
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
    <UiProvider>
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
    </UiProvider>
  );
}

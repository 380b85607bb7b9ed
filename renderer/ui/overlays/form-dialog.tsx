import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

export interface FormDialogProps
  extends Pick<DialogProps, 'title' | 'description' | 'children' | 'size' | 'initialFocus' | 'nextFocus'> {
  /** Default: it is open as long as it is drawn. */
  open?: boolean | undefined;
  cancelLabel: string;
  /** Called by Cancel, × and Escape. */
  onCancel: () => void;
  submitLabel: string;
  onSubmit: () => void;
  busy?: boolean | undefined;
  /** Why it cannot be submitted now. */
  blocked?: string | undefined;
  /** Buttons for other ways to complete it, before the usual one. */
  others?: ReactNode;
}

/** A dialog that is completed or cancelled. */
export function FormDialog({
  open = true,
  cancelLabel,
  onCancel,
  submitLabel,
  onSubmit,
  busy,
  blocked,
  others,
  ...content
}: FormDialogProps) {
  return (
    <Dialog
      {...content}
      open={open}
      onOpenChange={(isOpen) => isOpen || onCancel()}
      closeLabel={cancelLabel}
      footer={
        <>
          <Button onClick={onCancel}>{cancelLabel}</Button>
          {others}
          <Button intent="primary" busy={busy} disabledReason={blocked} onClick={onSubmit}>
            {submitLabel}
          </Button>
        </>
      }
    />
  );
}

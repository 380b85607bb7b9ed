import type { ReactNode, RefObject } from 'react';
import { lazyOverlay } from '../base/lazy-module.ts';

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
export const Dialog = lazyOverlay<DialogProps>(async () => (await import('./floating-dialog.tsx')).FloatingDialog);

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
export const ConfirmDialog = lazyOverlay<ConfirmDialogProps>(
  async () => (await import('./floating-dialog.tsx')).FloatingConfirm,
);

import { type ReactNode, useState } from 'react';
import { lazyModule, useLazyModule } from '../base/lazy-module.ts';

const floating = lazyModule(() => import('./floating-confirm.tsx'));

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
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [isWanted, setWanted] = useState(props.open);
  if (props.open && !isWanted) setWanted(true);
  const loaded = useLazyModule(floating, isWanted);
  return loaded && <loaded.FloatingConfirm {...props} />;
}

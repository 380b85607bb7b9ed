import { type ReactNode, type RefObject, useState } from 'react';
import { lazyModule, useLazyModule } from '../base/lazy-module.ts';

const floating = lazyModule(() => import('./floating-dialog.tsx'));

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons; the one that ends the task stands last. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl' | undefined;
  closeLabel: string;
  initialFocus?: RefObject<HTMLElement | null> | undefined;
}

/** A task on its own above the page. Escape and a press outside close it; focus returns to where it was. */
export function Dialog(props: DialogProps) {
  const [isWanted, setWanted] = useState(props.open);
  if (props.open && !isWanted) setWanted(true);
  const loaded = useLazyModule(floating, isWanted);
  return loaded && <loaded.FloatingDialog {...props} />;
}

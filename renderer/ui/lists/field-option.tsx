import type { ReactNode } from 'react';

interface FieldOptionProps {
  id: string;
  isActive: boolean;
  className?: string | undefined;
  onChoose: () => void;
  /** Called when the pointer moves over another option than the active one. */
  onPoint: () => void;
  children: ReactNode;
}

/** An option of a list whose field has the focus and the keys: a pointer makes it active and chooses it. */
export const FieldOption = ({ id, isActive, className, onChoose, onPoint, children }: FieldOptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field holds the focus and the keys
  // biome-ignore lint/a11y/useFocusableInteractive: the field names the active option
  <div
    id={id}
    role="option"
    aria-selected={isActive}
    className={className}
    onClick={onChoose}
    onPointerMove={() => isActive || onPoint()}
  >
    {children}
  </div>
);

import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import s from './tick.module.css';

export interface TickProps {
  checked: boolean | 'mixed';
  onCheckedChange: (checked: boolean) => void;
  /** Text beside the box; pressing it toggles the box. */
  label?: ReactNode;
  /** The accessible name where there is no text beside it. */
  ariaLabel?: string | undefined;
  disabled?: boolean | undefined;
}

/** A box that is ticked or not. In parameters, ticked means sent. */
export function Tick({ checked, onCheckedChange, label, ariaLabel, disabled }: TickProps) {
  const mixed = checked === 'mixed';
  const Glyph = mixed ? Minus : Check;
  const box = (
    <span className={s.box}>
      <input
        type="checkbox"
        className={s.tick}
        // The mixed state can only be set from script.
        ref={(element) => {
          if (element) element.indeterminate = mixed;
        }}
        checked={checked === true}
        onChange={(event) => onCheckedChange(event.target.checked)}
        disabled={disabled}
        aria-label={ariaLabel}
      />
      <Glyph className={s.glyph} size={11} strokeWidth={3.4} aria-hidden />
    </span>
  );
  if (label === undefined) return box;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control inside is what it labels
    <label className={s.label}>
      {box}
      {label}
    </label>
  );
}

import { Checkbox } from '@base-ui/react/checkbox';
import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import s from './tick.module.css';

export interface TickProps {
  checked: boolean | 'mixed';
  onCheckedChange: (checked: boolean) => void;
  /** Words beside the box; pressing them toggles it. */
  label?: ReactNode;
  /** The accessible name where there are no words beside it. */
  ariaLabel?: string | undefined;
  disabled?: boolean | undefined;
}

/** A box that is ticked or not. In parameters, ticked means sent. */
export function Tick({ checked, onCheckedChange, label, ariaLabel, disabled }: TickProps) {
  const mixed = checked === 'mixed';
  const box = (
    <Checkbox.Root
      className={s.tick}
      checked={checked === true}
      indeterminate={mixed}
      onCheckedChange={(next) => onCheckedChange(next)}
      disabled={disabled}
      aria-label={ariaLabel}
    >
      <Checkbox.Indicator className={s.glyph}>
        {mixed ? <Minus size={11} strokeWidth={3.4} aria-hidden /> : <Check size={11} strokeWidth={3.4} aria-hidden />}
      </Checkbox.Indicator>
    </Checkbox.Root>
  );
  if (label === undefined) return box;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box inside is the control
    <label className={s.label}>
      {box}
      {label}
    </label>
  );
}

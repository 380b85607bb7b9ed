import type { ReactNode } from 'react';
import s from './switch.module.css';

export interface SwitchProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  /** Words beside it; pressing them toggles it. */
  label?: ReactNode;
  /** The accessible name where there are no words beside it. */
  ariaLabel?: string | undefined;
  disabled?: boolean | undefined;
}

/** A setting that takes effect at once. For a choice that is sent later, use `Tick`. */
export function Switch({ checked, onCheckedChange, label, ariaLabel, disabled }: SwitchProps) {
  const control = (
    <input
      type="checkbox"
      role="switch"
      aria-checked={checked}
      className={s.switch}
      checked={checked}
      onChange={(event) => onCheckedChange(event.target.checked)}
      disabled={disabled}
      aria-label={ariaLabel}
    />
  );
  if (label === undefined) return control;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control inside is what it labels
    <label className={s.label}>
      {control}
      {label}
    </label>
  );
}

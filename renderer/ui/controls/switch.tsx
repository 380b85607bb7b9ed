import type { ReactNode } from 'react';
import s from './switch.module.css';

export interface SwitchProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  /** Text beside it; pressing it toggles the switch. */
  label?: ReactNode;
  /** The accessible name where there is no text beside it. */
  ariaLabel?: string | undefined;
}

/** A setting that takes effect at once. For a choice that is sent later, use `Tick`. */
export function Switch({ checked, onCheckedChange, label, ariaLabel }: SwitchProps) {
  const control = (
    <input
      type="checkbox"
      role="switch"
      aria-checked={checked}
      className={s.switch}
      checked={checked}
      onChange={(event) => onCheckedChange(event.target.checked)}
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

import { Switch as Base } from '@base-ui/react/switch';
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
    <Base.Root
      className={s.switch}
      checked={checked}
      onCheckedChange={(next) => onCheckedChange(next)}
      disabled={disabled}
      aria-label={ariaLabel}
    >
      <Base.Thumb className={s.thumb} />
    </Base.Root>
  );
  if (label === undefined) return control;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is the control
    <label className={s.label}>
      {control}
      {label}
    </label>
  );
}

import { NumberField as Base } from '@base-ui/react/number-field';
import { classes } from './class-names.ts';
import s from './control.module.css';
import { fixedWidth } from './fixed-width.ts';

export interface NumberFieldProps {
  value: number | null;
  onValueChange: (value: number | null) => void;
  min?: number | undefined;
  max?: number | undefined;
  step?: number | undefined;
  /** Keeps typed numbers between min and max. Off by default: sending a wrong number on purpose is a test. */
  clamp?: boolean | undefined;
  unit?: string | undefined;
  placeholder?: string | undefined;
  /** A css length; the field fills its container without it. */
  width?: string | number | undefined;
  invalid?: boolean | undefined;
  disabled?: boolean | undefined;
  /** The accessible name where no `Field` gives one. */
  label?: string | undefined;
}

// What stands in the field is what goes on the wire: no grouping, a point as decimal mark, every digit.
const exact: Intl.NumberFormatOptions = { useGrouping: false, maximumFractionDigits: 20 };

/** A number with arrow keys (Shift ten times, Alt a tenth). Empty is `null`. */
export function NumberField({
  value,
  onValueChange,
  min,
  max,
  step = 1,
  clamp = false,
  unit,
  placeholder,
  width,
  invalid,
  disabled,
  label,
}: NumberFieldProps) {
  return (
    <Base.Root
      value={value}
      onValueChange={(next) => onValueChange(next)}
      min={min}
      max={max}
      step={step}
      smallStep={step / 10}
      largeStep={step * 10}
      allowOutOfRange={!clamp}
      format={exact}
      locale="en-US"
      disabled={disabled}
      className={classes(s.control, invalid && s.invalid)}
      style={fixedWidth(width)}
    >
      <Base.Input
        className={classes(s.input, s.mono, s.figures)}
        placeholder={placeholder}
        aria-label={label}
        {...(invalid && { 'aria-invalid': true })}
      />
      {unit !== undefined && <span className={classes(s.unit, s.mono)}>{unit}</span>}
    </Base.Root>
  );
}

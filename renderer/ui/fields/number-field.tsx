import { type KeyboardEvent, useState } from 'react';
import { classes } from '../base/class-names.ts';
import s from './control.module.css';
import { tiedTo, useFieldControl } from './field-control.ts';
import { fixedWidth } from './fixed-width.ts';
import { mayBecomeNumber, numberIn, stepNumber } from './number-text.ts';

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

/** What is being typed, the number it was told as, and the value before. */
interface Typed {
  text: string;
  before: number | null;
  told: number | null;
}

/** A number with arrow keys (Shift ten times, Alt a tenth). Empty is `null`; what stands in it is what goes on the wire. */
export function NumberField(props: NumberFieldProps) {
  const {
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
  } = props;
  const ties = useFieldControl(props.label);
  const [typed, setTyped] = useState<Typed | null>(null);
  const range = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  // Half a number stays as it was typed, until the value is changed from elsewhere or the field is left. Who takes no
  // empty field keeps the value that was there.
  const isOwn = typed !== null && (value === typed.told || (typed.told === null && value === typed.before));

  const type = (raw: string) => {
    const text = raw.trim();
    if (!mayBecomeNumber(text)) return;
    const read = numberIn(text);
    const told = read !== null && clamp ? Math.min(max ?? read, Math.max(min ?? read, read)) : read;
    setTyped({ text, before: value, told });
    if (told !== value) onValueChange(told);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!direction || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setTyped(null);
    const by = direction * step * (event.shiftKey ? 10 : event.altKey ? 0.1 : 1);
    const next = stepNumber(value, Number(by.toPrecision(12)), range);
    if (next !== value) onValueChange(next);
  };

  return (
    <span className={classes(s.control, invalid && s.invalid)} style={fixedWidth(width)}>
      <input
        {...tiedTo(ties, invalid)}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        className={classes(s.input, s.mono, s.figures)}
        placeholder={placeholder}
        aria-label={props.label}
        disabled={disabled}
        value={isOwn ? typed.text : value === null ? '' : String(value)}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => setTyped(null)}
      />
      {unit !== undefined && <span className={classes(s.unit, s.mono)}>{unit}</span>}
    </span>
  );
}

import { type KeyboardEvent, useState } from 'react';
import { classes } from '../base/class-names.ts';
import s from './control.module.css';
import { fixedWidth, tiedTo, useFieldControl } from './field-control.ts';

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
  /** A CSS length; the field fills its container without it. */
  width?: string | number | undefined;
  disabled?: boolean | undefined;
  /** The accessible name where no `Field` gives one. */
  label?: string | undefined;
}

/** The text being typed, the number it was reported as, and the value before. */
interface Typed {
  text: string;
  before: number | null;
  reported: number | null;
}

/** A number with arrow keys (Shift: ten steps, Alt: a tenth). Empty is `null`; the field shows exactly what is sent. */
export function NumberField(props: NumberFieldProps) {
  const { value, onValueChange, min, max, step = 1, clamp = false, unit, placeholder, width, disabled } = props;
  const ties = useFieldControl(props.label);
  const [typed, setTyped] = useState<Typed | null>(null);
  const range = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  // An incomplete number stays as it was typed, until the value is changed from elsewhere or the field loses focus. A
  // caller that does not accept an empty field keeps the value that was there.
  const isOwn = typed !== null && (value === typed.reported || (typed.reported === null && value === typed.before));

  const type = (raw: string) => {
    const text = raw.trim();
    if (!mayBecomeNumber(text)) return;
    const read = numberIn(text);
    const reported = read !== null && clamp ? Math.min(max ?? read, Math.max(min ?? read, read)) : read;
    setTyped({ text, before: value, reported });
    if (reported !== value) onValueChange(reported);
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
    <span className={s.control} style={fixedWidth(width)}>
      <input
        {...tiedTo(ties)}
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

/** Valid text in a number field while typing: a number, or the beginning of one. */
const beginning = /^[-+]?\d*(?:[.,]\d*)?(?:e[-+]?\d*)?$/i;

export const mayBecomeNumber = (text: string): boolean => beginning.test(text);

/** Returns the number in a text, or null when it is not one (yet). A comma is read as decimal separator. */
export function numberIn(text: string): number | null {
  const plain = text.trim().replace(',', '.');
  if (!/\d/.test(plain)) return null;
  const value = Number(plain);
  return Number.isFinite(value) ? value : null;
}

const decimalsOf = (value: number) => {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent));
};

/**
 * Returns one step up or down, without the rounding errors of binary fractions (0.1 + 0.2 is 0.3). A number inside the
 * range does not leave it; one that was typed outside comes back step by step. Without a number it begins at 0, or at
 * the limit next to it.
 */
export function stepNumber(value: number | null, by: number, range: { min?: number; max?: number }): number {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = range;
  if (value === null) return Math.min(max, Math.max(min, 0));
  const decimals = Math.min(20, Math.max(decimalsOf(value), decimalsOf(by)));
  const next = Number((value + by).toFixed(decimals));
  if (value < min) return by < 0 ? value : next;
  if (value > max) return by > 0 ? value : next;
  return Math.min(max, Math.max(min, next));
}

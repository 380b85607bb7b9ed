import type { CSSProperties } from 'react';
import { classes } from '../base/class-names.ts';
import s from './slider.module.css';

export interface SliderProps {
  value: number;
  onValueChange: (value: number) => void;
  min: number;
  max: number;
  step?: number | undefined;
  label: string;
  /** Drawn without the accent: the value stands but is not in use (a parameter that is not sent). */
  muted?: boolean | undefined;
  disabled?: boolean | undefined;
}

/** A value between two ends. Values outside stay as they are until the thumb moves. */
export function Slider({ value, onValueChange, min, max, step = 1, label, muted, disabled }: SliderProps) {
  const shown = Math.min(max, Math.max(min, value));
  return (
    <input
      type="range"
      className={classes(s.slider, muted && s.muted)}
      style={{ '--at': max > min ? (shown - min) / (max - min) : 0 } as CSSProperties}
      value={shown}
      onChange={(event) => onValueChange(event.target.valueAsNumber)}
      min={min}
      max={max}
      step={step}
      disabled={disabled}
      aria-label={label}
    />
  );
}

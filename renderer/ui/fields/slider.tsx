import type { CSSProperties } from 'react';
import { NumberField } from './number-field.tsx';
import s from './slider.module.css';

export interface SliderProps {
  value: number;
  onValueChange: (value: number) => void;
  min: number;
  max: number;
  step?: number | undefined;
  label: string;
  disabled?: boolean | undefined;
}

/** A value between two ends. Values outside stay as they are until the thumb moves. */
export function Slider({ value, onValueChange, min, max, step = 1, label, disabled }: SliderProps) {
  const shown = Math.min(max, Math.max(min, value));
  return (
    <input
      type="range"
      className={s.slider}
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

export interface SliderNumberProps extends SliderProps {
  /** Width of the number, a CSS length. */
  numberWidth?: string | number | undefined;
}

/** A slider with a field for the exact number. An emptied field leaves the value as it was. */
export function SliderNumber({ numberWidth = 64, ...slider }: SliderNumberProps) {
  return (
    <div className={s.pair}>
      <Slider {...slider} />
      <NumberField
        value={slider.value}
        onValueChange={(next) => next !== null && slider.onValueChange(next)}
        min={slider.min}
        max={slider.max}
        step={slider.step}
        width={numberWidth}
        disabled={slider.disabled}
        label={slider.label}
      />
    </div>
  );
}

import { Slider as Base } from '@base-ui/react/slider';
import { classes } from './class-names.ts';
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
  return (
    <Base.Root
      className={classes(s.slider, muted && s.muted)}
      value={Math.min(max, Math.max(min, value))}
      onValueChange={(next) => onValueChange(next as number)}
      min={min}
      max={max}
      step={step}
      largeStep={step * 10}
      disabled={disabled}
    >
      <Base.Control className={s.control}>
        <Base.Track className={s.track}>
          <Base.Indicator className={s.filled} />
          <Base.Thumb className={s.thumb} aria-label={label} />
        </Base.Track>
      </Base.Control>
    </Base.Root>
  );
}

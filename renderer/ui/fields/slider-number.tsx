import { NumberField } from './number-field.tsx';
import { Slider, type SliderProps } from './slider.tsx';
import s from './slider-number.module.css';

export interface SliderNumberProps extends SliderProps {
  unit?: string | undefined;
  /** Keeps typed numbers between min and max; see `NumberField`. */
  clamp?: boolean | undefined;
  /** Width of the number, a css length. */
  numberWidth?: string | number | undefined;
}

/** The slider for a feel, the field for the exact number. An emptied field leaves the value as it was. */
export function SliderNumber({ unit, clamp, numberWidth = 64, ...slider }: SliderNumberProps) {
  return (
    <div className={s.pair}>
      <Slider {...slider} />
      <NumberField
        value={slider.value}
        onValueChange={(next) => next !== null && slider.onValueChange(next)}
        min={slider.min}
        max={slider.max}
        step={slider.step}
        clamp={clamp}
        unit={unit}
        width={numberWidth}
        disabled={slider.disabled}
        label={slider.label}
      />
    </div>
  );
}

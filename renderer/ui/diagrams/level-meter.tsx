import s from './level-meter.module.css';

export interface LevelMeterProps {
  /** 0 to 1, linear over the drawn blocks (map decibels before). */
  level: number;
  /** The highest level of the last moments, 0 to 1. */
  peak?: number | undefined;
  steps?: number | undefined;
  label: string;
}

/** A row of blocks that fill with the level; the peak stays marked. */
export function LevelMeter({ level, peak, steps = 24, label }: LevelMeterProps) {
  const lit = Math.round(Math.min(1, Math.max(0, level)) * steps);
  const top = peak === undefined ? -1 : Math.min(steps, Math.round(peak * steps)) - 1;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawn meter; the element cannot be drawn as blocks
    <svg
      className={s.meter}
      width={steps * 7 - 1}
      height="10"
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(level * 100)}
    >
      {Array.from({ length: steps }, (_, step) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place
          key={step}
          x={step * 7}
          width="6"
          height="10"
          rx="1"
          className={step === top ? s.peak : step < lit ? s.lit : s.dark}
        />
      ))}
    </svg>
  );
}

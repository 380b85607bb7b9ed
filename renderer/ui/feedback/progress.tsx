import { classes } from '../base/class-names.ts';
import s from './progress.module.css';

export interface ProgressProps {
  /** 0 to 1; null while the end is unknown. */
  value: number | null;
  label: string;
  thin?: boolean | undefined;
}

/** A progress bar. Indeterminate progress moves; the text beside it says what is going on. */
export function Progress({ value, label, thin }: ProgressProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={1}
      aria-valuenow={value ?? undefined}
      className={s.root}
    >
      <div className={classes(s.track, thin && s.thin)}>
        <div
          className={classes(s.fill, value === null && s.unknown)}
          style={value === null ? undefined : { width: `${Math.min(1, Math.max(0, value)) * 100}%` }}
        />
      </div>
    </div>
  );
}

export interface ProgressRingProps {
  /** 0 to 1; null while the end is unknown. */
  value: number | null;
  label: string;
  /** Diameter in px. */
  size?: number | undefined;
}

/** Progress inside an area to fill: thumbnails and tiles that are loading. */
export function ProgressRing({ value, label, size = 40 }: ProgressRingProps) {
  const radius = 17;
  const round = 2 * Math.PI * radius;
  const known = value === null ? {} : { 'aria-valuenow': Math.round(value * 100) };
  return (
    <svg
      className={value === null ? s.turning : s.ring}
      width={size}
      height={size}
      viewBox="0 0 40 40"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...known}
    >
      <circle className={s.ringTrack} cx="20" cy="20" r={radius} />
      <circle
        className={s.ringFill}
        cx="20"
        cy="20"
        r={radius}
        strokeDasharray={`${(value ?? 0.22) * round} ${round}`}
      />
    </svg>
  );
}

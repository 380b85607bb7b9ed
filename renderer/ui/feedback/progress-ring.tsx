import s from './progress-ring.module.css';

export interface ProgressRingProps {
  /** 0 to 1; null while the end is unknown. */
  value: number | null;
  label: string;
  /** Diameter in px. */
  size?: number | undefined;
}

/** Progress where there is a place to fill: thumbnails and tiles that are on their way. */
export function ProgressRing({ value, label, size = 40 }: ProgressRingProps) {
  const radius = 17;
  const round = 2 * Math.PI * radius;
  const known = value === null ? {} : { 'aria-valuenow': Math.round(value * 100) };
  return (
    <svg
      className={value === null ? s.unknown : s.ring}
      width={size}
      height={size}
      viewBox="0 0 40 40"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...known}
    >
      <circle className={s.track} cx="20" cy="20" r={radius} />
      <circle className={s.fill} cx="20" cy="20" r={radius} strokeDasharray={`${(value ?? 0.22) * round} ${round}`} />
    </svg>
  );
}

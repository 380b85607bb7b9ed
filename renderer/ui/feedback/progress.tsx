import { classes } from '../base/class-names.ts';
import type { Intent } from '../base/intent.ts';
import s from './progress.module.css';

export interface ProgressProps {
  /** 0 to 1; null while the end is unknown. */
  value: number | null;
  label: string;
  intent?: Intent | undefined;
  thin?: boolean | undefined;
}

/** How far something is. Unknown progress moves; words beside it say what is going on. */
export function Progress({ value, label, intent = 'live', thin }: ProgressProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={1}
      aria-valuenow={value ?? undefined}
      className={classes(s.root, s[intent])}
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

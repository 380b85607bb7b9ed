import { Progress as Base } from '@base-ui/react/progress';
import { classes } from './class-names.ts';
import type { Intent } from './intent.ts';
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
    <Base.Root value={value} max={1} aria-label={label} className={classes(s.root, s[intent])}>
      <Base.Track className={classes(s.track, thin && s.thin)}>
        <Base.Indicator className={classes(s.fill, value === null && s.unknown)} />
      </Base.Track>
    </Base.Root>
  );
}

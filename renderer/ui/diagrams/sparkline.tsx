import s from './sparkline.module.css';
import { sparklinePath } from './sparkline-path.ts';

export interface SparklineProps {
  values: readonly number[];
  /** px */
  width?: number | undefined;
  height?: number | undefined;
  /** Without it the line is decoration: the number stands beside it. */
  label?: string | undefined;
}

/** A line of numbers over time, in true proportion from zero. */
export function Sparkline({ values, width = 64, height = 16, label }: SparklineProps) {
  return (
    <svg
      className={s.line}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      aria-hidden={label === undefined}
    >
      <path d={sparklinePath(values, width, height)} />
    </svg>
  );
}

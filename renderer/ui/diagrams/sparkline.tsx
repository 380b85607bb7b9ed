import s from './sparkline.module.css';

export interface SparklineProps {
  values: readonly number[];
  /** px */
  width?: number | undefined;
  /** Without it the line is decorative: the number is beside it. */
  label?: string | undefined;
}

/** A line of numbers over time, in true proportion from zero. */
export function Sparkline({ values, width = 64, label }: SparklineProps) {
  const height = 16;
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

/**
 * Returns an SVG path through `values`, from zero at the bottom to the largest value at the top, one px inside the box.
 * More values than pixels are averaged, so the path never has more points than the box is wide.
 */
export function sparklinePath(values: readonly number[], width: number, height: number): string {
  const points = values.length > width ? means(values, Math.floor(width)) : values;
  if (points.length === 0) return '';
  const top = Math.max(...points);
  const step = points.length > 1 ? width / (points.length - 1) : 0;
  const y = (value: number) => (top <= 0 ? height - 1 : height - 1 - (Math.max(0, value) / top) * (height - 2));
  const drawn = points.length === 1 ? [points[0] ?? 0, points[0] ?? 0] : points;
  const across = points.length === 1 ? width : step;
  return drawn.map((value, i) => `${i === 0 ? 'M' : 'L'}${round(i * across)} ${round(y(value))}`).join('');
}

function means(values: readonly number[], count: number): number[] {
  return Array.from({ length: count }, (_, i) => {
    const from = Math.floor((i * values.length) / count);
    const to = Math.floor(((i + 1) * values.length) / count);
    let sum = 0;
    for (let at = from; at < to; at += 1) sum += values[at] ?? 0;
    return sum / (to - from);
  });
}

const round = (value: number) => Math.round(value * 10) / 10;

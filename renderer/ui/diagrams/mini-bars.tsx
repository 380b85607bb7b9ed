import s from './mini-bars.module.css';

export interface MiniBarsProps {
  values: readonly number[];
  /** Bars from this index on have not been reached yet. */
  fadedFrom?: number | undefined;
  label: string;
}

/** A handful of bars in 16 px: history of a run, speed over time. */
export function MiniBars({ values, fadedFrom = values.length, label }: MiniBarsProps) {
  const full = Math.max(1e-9, ...values);
  return (
    <svg className={s.bars} width={values.length * 5 - 2} height="16" role="img" aria-label={label}>
      {values.map((value, index) => {
        const height = Math.min(16, Math.max(2, (value / full) * 16));
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place in time
            key={index}
            x={index * 5}
            y={16 - height}
            width="3"
            height={height}
            rx="1"
            className={index < fadedFrom ? s.bar : s.faded}
          />
        );
      })}
    </svg>
  );
}

import s from './skeleton.module.css';

/** Where text will stand. `lines` are widths in percent; words beside it say what is awaited. */
export function Skeleton({ lines = [92, 78, 40] }: { lines?: readonly number[] | undefined }) {
  return (
    <div className={s.stack} aria-hidden>
      {lines.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <div key={index} className={s.line} style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}

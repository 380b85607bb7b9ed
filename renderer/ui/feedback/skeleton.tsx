import s from './skeleton.module.css';

/** A placeholder for text. `lines` are widths in percent; the text beside it says what is awaited. */
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

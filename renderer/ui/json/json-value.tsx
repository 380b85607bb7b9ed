import s from './json-tree.module.css';
import type { JsonRow } from './json-tree-model.ts';

export interface JsonValueLabels {
  /** "12 items", for arrays. */
  items: (count: number) => string;
  /** "3 keys", for objects. */
  keys: (count: number) => string;
  /** Said of a container that is nested too deep to open. */
  tooDeep: string;
}

/** More of a string is not drawn in a row; copying takes all of it. */
const shownChars = 600;

/** Key and value of one row of a tree. */
export function JsonValue({ row, labels }: { row: JsonRow; labels: JsonValueLabels }) {
  return (
    <>
      {row.key !== null && (
        <span className={typeof row.key === 'number' || row.kind === 'range' ? s.place : s.key}>{row.key}</span>
      )}
      <Content row={row} labels={labels} />
    </>
  );
}

function Content({ row, labels }: { row: JsonRow; labels: JsonValueLabels }) {
  const { kind, value, size } = row;
  if (row.tooDeep) return <span className={s.note}>{labels.tooDeep}</span>;
  switch (kind) {
    case 'range':
      return null;
    case 'array':
      return <span className={s.note}>{size === 0 ? '[]' : labels.items(size)}</span>;
    case 'object':
      return <span className={s.note}>{size === 0 ? '{}' : labels.keys(size)}</span>;
    case 'string': {
      const text = String(value);
      const quoted = JSON.stringify(text.length > shownChars ? text.slice(0, shownChars) : text);
      return <span className={s.string}>{text.length > shownChars ? `${quoted} …` : quoted}</span>;
    }
    case 'number':
      return <span className={s.number}>{String(value)}</span>;
    default:
      return <span className={s.literal}>{String(value ?? null)}</span>;
  }
}

import type { DiffRow } from './diff-lines.ts';

/** A row of the view: two lines, or equal lines that are folded away. */
export type ShownDiff =
  | { kind: 'row'; key: string; row: DiffRow }
  | { kind: 'fold'; key: string; from: number; count: number };

/** Equal lines that stay around a change. */
const around = 3;
/** Fewer are as quick to read as to unfold. */
const fewest = 5;

/** Folds long runs of equal rows; `unfolded` holds the first rows of those that stay open. */
export function foldRows(rows: readonly DiffRow[], unfolded: ReadonlySet<number>): ShownDiff[] {
  const shown: ShownDiff[] = [];
  const put = (from: number, to: number) => {
    for (let at = from; at < to; at += 1) shown.push({ kind: 'row', key: `${at}`, row: rows[at] as DiffRow });
  };
  for (let at = 0; at < rows.length; ) {
    let end = at;
    while (rows[end]?.kind === 'same') end += 1;
    if (end === at) {
      put(at, at + 1);
      at += 1;
      continue;
    }
    const from = at === 0 ? 0 : at + around;
    const to = end === rows.length ? end : end - around;
    if (to - from < fewest || unfolded.has(from)) put(at, end);
    else {
      put(at, from);
      shown.push({ kind: 'fold', key: `fold ${from}`, from, count: to - from });
      put(to, end);
    }
    at = end;
  }
  return shown;
}

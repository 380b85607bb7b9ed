import type { EventRow } from '#shared/contract/exchanges.ts';

/** One line of the list: an event, or a run of deltas of one kind. */
export type EventLine =
  | { type: 'event'; row: EventRow }
  | { type: 'run'; first: EventRow; last: EventRow; count: number; sizeBytes: number; kind: string };

/** Shorter runs are as quick to read as to unfold. */
const shortestRun = 4;

/** `text-delta` -> `text`: short enough for a chip. */
export const shortKind = (kind: string): string => kind.replace(/-(delta|report|mark)$/, '');

const isDelta = (kind: string) => kind.endsWith('-delta');

/**
 * Folds runs of deltas of one kind into one line each. A run whose first index is in `unfolded` stays open. Single
 * pass, so that it can run for every frame of a long stream.
 */
export function foldEvents(rows: readonly EventRow[], unfolded: ReadonlySet<number>): EventLine[] {
  const lines: EventLine[] = [];
  for (let at = 0; at < rows.length; ) {
    const first = rows[at] as EventRow;
    let end = at + 1;
    if (isDelta(first.kind)) while (rows[end]?.kind === first.kind) end += 1;
    const run = rows.slice(at, end);
    if (run.length < shortestRun || unfolded.has(first.index))
      lines.push(...run.map((row): EventLine => ({ type: 'event', row })));
    else
      lines.push({
        type: 'run',
        first,
        last: run.at(-1) as EventRow,
        count: run.length,
        sizeBytes: run.reduce((sum, row) => sum + row.sizeBytes, 0),
        kind: first.kind,
      });
    at = end;
  }
  return lines;
}

/** Returns the first index of the run that the last row belongs to: the run that grows while the response streams. */
export function growingRun(rows: readonly EventRow[]): number | null {
  const kind = rows.at(-1)?.kind;
  if (!kind || !isDelta(kind)) return null;
  let at = rows.length - 1;
  while (rows[at - 1]?.kind === kind) at -= 1;
  return rows[at]?.index ?? null;
}

/** Returns the rows of the selected kinds (all, when none is) whose name, summary or data contains the text. */
export function filterEvents(rows: readonly EventRow[], text: string, kinds: ReadonlySet<string>): readonly EventRow[] {
  const asked = text.trim().toLowerCase();
  if (!asked && kinds.size === 0) return rows;
  return rows.filter(
    (row) =>
      (kinds.size === 0 || kinds.has(row.kind)) &&
      (!asked ||
        row.summary.toLowerCase().includes(asked) ||
        row.data.toLowerCase().includes(asked) ||
        (row.name?.toLowerCase().includes(asked) ?? false)),
  );
}

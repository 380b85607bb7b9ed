import type { CheckCell, CheckVerdict, KeyMark } from '#shared/contract/checks.ts';
import { isProven } from './proven.ts';

/** Nothing was asked with the key, or nothing was learned of it. */
const untried: ReadonlySet<CheckVerdict> = new Set(['not-tried', 'skipped-costly', 'unclear']);

/**
 * What the newest check of each key said of it, by the id of the key; a key that no check has tried is absent.
 *
 * @param cells newest first; a cell that a later run took over counts there.
 */
export function keyMarksOf(cells: readonly (CheckCell & { runId: string })[]): Record<string, KeyMark> {
  const newest = new Map<string, { runId: string; cells: CheckCell[] }>();
  for (const cell of cells) {
    if (cell.keyId === null || untried.has(cell.verdict)) continue;
    const known = newest.get(cell.keyId) ?? { runId: cell.runId, cells: [] };
    newest.set(cell.keyId, known);
    if (known.runId === cell.runId) known.cells.push(cell);
  }
  return Object.fromEntries([...newest].map(([keyId, run]) => [keyId, markOf(run.runId, run.cells)]));
}

function markOf(runId: string, cells: readonly CheckCell[]): KeyMark {
  const failing = cells.filter(({ verdict }) => !isProven(verdict));
  const telling = failing.find(({ exchangeId }) => exchangeId !== null) ?? failing[0] ?? cells[0];
  return {
    runId,
    checkedAt: Math.max(...cells.map(({ endedAt }) => endedAt ?? 0)),
    tried: cells.length,
    working: cells.length - failing.length,
    code: failing.length > 0 ? (telling?.failure?.code ?? null) : null,
    exchangeId: telling?.exchangeId ?? null,
  };
}

import type { CheckCell, CheckDrift, CheckPlan } from '#shared/contract/checks.ts';
import { routes } from '#shared/routes/table.ts';

/** What a run would do, in one line. */
export function planLine({ cells, calls, units }: CheckPlan): string {
  const skipped = cells.filter(({ action }) => action === 'skip').length;
  const use = Object.entries(units)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`);
  const cost = use.length > 0 ? `at most about ${use.join(', ')}` : 'nothing is generated';
  return `${cells.length} cells, ${calls} calls, ${skipped} left out; ${cost}.`;
}

/** A cell that has ended, for people who watch. */
export function cellLine(cell: CheckCell): string {
  const time = cell.totalMs === null ? '' : ` ${Math.round(cell.totalMs)} ms`;
  return `${cell.verdict}${time}  ${nameOf(cell)}: ${cell.sentence}`;
}

const nameOf = ({ routeId, keyAlias, model }: Pick<CheckCell, 'routeId' | 'keyAlias' | 'model'>): string =>
  [routeId, keyAlias, model].filter(Boolean).join(', ');

/** All cells as a table: a line for each route, a column for each key and model. */
export function cellTable(cells: readonly CheckCell[]): string {
  const columns = ['route', 'key', 'model', 'verdict', 'status', 'ms'];
  const lines = cells.map((cell) => [
    `${routes[cell.routeId].method} ${cell.routeId}`,
    cell.keyAlias ?? '-',
    cell.model ?? '-',
    cell.verdict === 'works' && cell.proof === 'refused' ? 'works (refused as it should)' : cell.verdict,
    cell.status === null ? '-' : String(cell.status),
    cell.totalMs === null ? '-' : String(Math.round(cell.totalMs)),
  ]);
  const all = [columns, ...lines];
  const widths = columns.map((_, place) => Math.max(...all.map((line) => (line[place] as string).length)));
  return all
    .map(
      (line) =>
        `${line
          .map((word, place) => word.padEnd(widths[place] as number))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

/** One difference from the run before or the baseline. */
export function driftLine(
  { cellId, what, before, after, isRegression }: CheckDrift,
  cells: ReadonlyMap<string, CheckCell>,
): string {
  const cell = cellId === null ? undefined : cells.get(cellId);
  const mark = isRegression ? 'NO LONGER WORKS' : 'changed';
  if (what === 'model-removed' && isRegression) return `${mark}: ${before}: works -> not listed`;
  if (what === 'model-added' || what === 'model-removed') return `${what}: ${before || after}`;
  const change = what === 'shape' ? 'another answer shape' : `${before} -> ${after}`;
  return `${mark}: ${cell ? nameOf(cell) : 'a cell'}: ${change}`;
}

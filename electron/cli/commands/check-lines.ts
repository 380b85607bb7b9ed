import { nameOfCell, nameOfChanged } from '#core/checks/drift.ts';
import { untestedText } from '#core/checks/export/report-words.ts';
import { cellIdOf } from '#core/checks/plan.ts';
import { verdictLabels } from '#shared/contract/check-words.ts';
import {
  type CheckCell,
  type CheckDrift,
  type CheckPlan,
  type CheckRun,
  type CheckVerdict,
  checkVerdicts,
  type FileComparison,
  type PlannedCell,
} from '#shared/contract/checks.ts';
import { counted, formatCount, formatDuration } from '#shared/format.ts';
import { routes } from '#shared/protocol/table.ts';
import type { JsonLine } from '../json-lines/index.ts';
import { tableOf } from '../output/table.ts';
import type { Tone } from '../output/terminal.ts';

/** Verdicts that need no explanation. */
const plain: ReadonlySet<CheckVerdict> = new Set(['works', 'exists']);

/** Verdicts that are no failure of the route. */
const undecided: ReadonlySet<CheckVerdict> = new Set(['works-with-warnings', 'unclear', 'not-tried', 'skipped-costly']);

/**
 * Creates the lines for a user who watches cells end. Each finding is printed once: cells of one key often end in the
 * same way.
 */
export function createCellLines(): (cell: CheckCell) => string {
  const shown = new Set<string>();
  return (cell) => {
    const time = cell.totalMs === null ? '' : `, ${formatDuration(cell.totalMs)}`;
    const line = `${verdictLabels[cell.verdict]}${time}  ${nameOfCell(cell)}`;
    if (plain.has(cell.verdict) || shown.has(cell.sentence)) return line;
    shown.add(cell.sentence);
    return `${line}: ${cell.sentence}`;
  };
}

/** Returns how a verdict is colored. */
export const toneOf = (verdict: CheckVerdict): Tone => {
  if (plain.has(verdict)) return 'good';
  return undecided.has(verdict) ? 'warn' : 'bad';
};

/** Returns all cells as a table: one line for each route, key and model. */
export function cellTable(cells: readonly CheckCell[]): string {
  const lines = cells.map((cell) => [
    `${routes[cell.routeId].method} ${cell.routeId}`,
    cell.keyAlias ?? '-',
    cell.model ?? '-',
    verdictLabels[cell.verdict],
    cell.status === null ? '-' : `${cell.status}${cell.verdict === 'exists' ? ', as planned' : ''}`,
    cell.totalMs === null ? '-' : formatDuration(cell.totalMs),
  ]);
  return tableOf([['route', 'key', 'model', 'verdict', 'status', 'time'], ...lines]);
}

/** Returns why cells whose models could not be listed were not tested: a line per reason. */
export function skippedLines(cells: readonly CheckCell[]): string[] {
  const skipped = cells.filter(({ action, listFailure }) => action === 'skip' && listFailure !== null);
  return [...Map.groupBy(skipped, ({ sentence }) => sentence)].map(
    ([sentence, { length }]) => `${counted(length, 'cell')}: ${sentence} Use --models NAME.`,
  );
}

/** Returns the number of cells per verdict, and the number of requests. */
export function countsLine({ verdicts, callsMade, plannedRefusals, controls }: CheckRun): string {
  const words = checkVerdicts.flatMap((verdict) =>
    verdicts[verdict] === undefined ? [] : `${verdictLabels[verdict]} ${formatCount(verdicts[verdict])}`,
  );
  const refusals =
    plannedRefusals === 0
      ? ''
      : `, ${counted(plannedRefusals, 'planned rejection')} (${formatCount(controls)} for paths that cannot exist)`;
  return `${words.join(' · ')}; ${counted(callsMade, 'call')}${refusals}.`;
}

/** Returns the line for one difference from the previous run or the baseline. */
export function driftLine(drift: CheckDrift, cells: ReadonlyMap<string, CheckCell>): string {
  const { cellId, what, before, after, isRegression } = drift;
  const cell = cellId === null ? undefined : cells.get(cellId);
  const mark = isRegression ? 'NO LONGER WORKS' : 'changed';
  if (what === 'model-removed' && isRegression) return `${mark}: ${before}: works -> not listed`;
  if (what === 'model-added') return `${mark}: ${after || before}: not listed -> listed`;
  if (what === 'model-removed') return `${mark}: ${before || after}: listed -> not listed`;
  const change = what === 'shape' ? 'another response format' : `${wordOf(before)} -> ${wordOf(after)}`;
  return `${mark}: ${cell ? nameOfChanged(cell, drift) : 'a cell'}: ${change}`;
}

/** Returns the line that says that a comparison took place, and what of the other run was not tested. */
export function comparedLine({ name, drift, untested }: Pick<FileComparison, 'name' | 'drift' | 'untested'>): string {
  const missing = untested.length === 0 ? '' : ` ${untestedText(untested)}`;
  return `Compared with ${name}: ${drift.length === 0 ? 'no changes' : counted(drift.length, 'change')}.${missing}`;
}

/** Returns the label of a verdict; other values unchanged. */
const wordOf = (value: string): string =>
  Object.hasOwn(verdictLabels, value) ? verdictLabels[value as CheckVerdict] : value;

const countOf = ({ cells }: CheckPlan, action: PlannedCell['action']): number =>
  cells.filter((cell) => cell.action === action).length;

/** Returns what a run would do, in one line. */
export function planLine(plan: CheckPlan): string {
  const { cells, calls, controls, units } = plan;
  const use = Object.entries(units)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => (count === 1 ? `1 ${name.replace(/s$/, '')}` : `${formatCount(count)} ${name}`));
  const refusals = countOf(plan, 'refusal') + controls;
  const made =
    refusals === 0
      ? ''
      : ` (${counted(refusals, 'planned rejection')}, ${formatCount(controls)} of them for paths that cannot exist)`;
  const isLimited = cells.some(({ action, limit }) => action === 'refusal' && limit);
  const free = isLimited
    ? 'at most one token per route, if the gateway accepts an incomplete request'
    : 'nothing is generated';
  const cost = use.length > 0 ? `at most about ${use.join(', ')}` : free;
  return `${counted(cells.length, 'cell')}, ${counted(calls, 'call')}${made}, ${formatCount(countOf(plan, 'skip'))} skipped; ${cost}.`;
}

const requests = { call: 'real request', refusal: 'planned rejection', skip: 'skipped' } as const;

/** Returns every cell of a plan, and below them why some are skipped. */
export function planTable({ cells }: CheckPlan): string {
  const reasons = [...new Set(cells.flatMap(({ why }) => why ?? []))];
  const lines = cells.map(({ routeId, keyAlias, model, action, why, limit }) => [
    `${routes[routeId].method} ${routeId}`,
    keyAlias ?? '-',
    model ?? '-',
    why === null
      ? `${requests[action]}${limit ? `, ${limit.field} ${limit.tokens}` : ''}`
      : `${requests[action]} [${reasons.indexOf(why) + 1}]`,
  ]);
  const notes = reasons.map((why, at) => `[${at + 1}] ${why}\n`).join('');
  return `${tableOf([['route', 'key', 'model', 'request'], ...lines])}${notes}`;
}

/** Returns the same for programs: one cell per line, the totals on the last. */
export function planLines(plan: CheckPlan): JsonLine[] {
  const { cells, calls, controls, units, problems } = plan;
  return [
    ...cells.map((cell) => ({ type: 'check-plan-cell' as const, id: cellIdOf(cell), ...cell })),
    {
      type: 'check-plan-end',
      cells: cells.length,
      calls,
      plannedRefusals: countOf(plan, 'refusal') + controls,
      controls,
      leftOut: countOf(plan, 'skip'),
      units,
      problems,
    },
  ];
}

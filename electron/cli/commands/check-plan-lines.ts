import { cellIdOf } from '#core/checks/plan.ts';
import type { CheckPlan, PlannedCell } from '#shared/contract/checks.ts';
import { counted, formatCount } from '#shared/format.ts';
import { routes } from '#shared/protocol/table.ts';
import type { JsonLine } from '../json-lines/index.ts';
import { tableOf } from '../output/table.ts';

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

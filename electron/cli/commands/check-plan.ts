import { cellIdOf } from '#core/checks/plan.ts';
import type { CheckPlan, PlannedCell } from '#shared/contract/checks.ts';
import { counted, formatCount } from '#shared/format.ts';
import { routes } from '#shared/protocol/table.ts';
import type { JsonLine } from '../json-lines/index.ts';
import { tableOf } from './check-lines.ts';

const countOf = ({ cells }: CheckPlan, action: PlannedCell['action']): number =>
  cells.filter((cell) => cell.action === action).length;

/** What a run would do, in one line. */
export function planLine(plan: CheckPlan): string {
  const { cells, calls, controls, units } = plan;
  const use = Object.entries(units)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => (count === 1 ? `1 ${name.replace(/s$/, '')}` : `${formatCount(count)} ${name}`));
  const refusals = countOf(plan, 'refusal') + controls;
  const made =
    refusals === 0
      ? ''
      : ` (${formatCount(refusals)} made to be refused, ${formatCount(controls)} of them for paths that cannot exist)`;
  const cost = use.length > 0 ? `at most about ${use.join(', ')}` : 'nothing is generated';
  return `${counted(cells.length, 'cell')}, ${counted(calls, 'call')}${made}, ${formatCount(countOf(plan, 'skip'))} left out; ${cost}.`;
}

const requests = { call: 'real request', refusal: 'made to be refused', skip: 'left out' } as const;

/** Every cell of a plan, and below them why some are left out. */
export function planTable({ cells }: CheckPlan): string {
  const reasons = [...new Set(cells.flatMap(({ why }) => why ?? []))];
  const lines = cells.map(({ routeId, keyAlias, model, action, why }) => [
    `${routes[routeId].method} ${routeId}`,
    keyAlias ?? '-',
    model ?? '-',
    why === null ? requests[action] : `${requests[action]} [${reasons.indexOf(why) + 1}]`,
  ]);
  const notes = reasons.map((why, at) => `[${at + 1}] ${why}\n`).join('');
  return `${tableOf([['route', 'key', 'model', 'request'], ...lines])}${notes}`;
}

/** The same for programs: a cell on each line, the numbers on the last. */
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

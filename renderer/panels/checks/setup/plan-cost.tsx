import type { PlannedCell } from '#shared/contract/checks.ts';
import { type Billed, costOf } from '#shared/cost/cost.ts';
import { routes } from '#shared/protocol/table.ts';
import { totalOf, useMoney, usePrices } from '../../../lib/cost/costs.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import p from '../side.module.css';

/**
 * What the calls of a plan cost at most, as far as their models have prices; nothing while none has. Calls without
 * usage, such as deliberately invalid ones, cost nothing.
 */
export function PlanCost({ connectionId, cells }: { connectionId: string; cells: readonly PlannedCell[] }) {
  const { checks, cost: t } = useStrings();
  const words = useMoney();
  const prices = usePrices(connectionId);
  const billable = cells.filter(isBillable);
  const { sums, unknown } = totalOf(
    billable.map((cell) => costOf(billedOf(cell), prices.get(cell.model ?? '') ?? null)),
  );
  if (sums.length === 0) return <p className={p.hint}>{checks.plan.unitsHint}</p>;
  return (
    <>
      <dl className={p.numbers} data-testid="plan-cost">
        <div className={p.planned}>
          <dt>{t.label}</dt>
          <dd className="num">{checks.plan.atMost(words.sums(sums, true))}</dd>
        </div>
      </dl>
      <p className={p.hint}>{checks.plan.costCounts(billable.length - unknown, billable.length)}</p>
    </>
  );
}

const isBillable = ({ action, units }: PlannedCell): boolean =>
  action === 'call' && Object.values(units).some((count) => count > 0);

/** Returns what a call may use at most. A route that writes text is charged for its tokens as output, the higher rate. */
export function billedOf({ routeId, units }: Pick<PlannedCell, 'routeId' | 'units'>): Billed {
  const { group } = routes[routeId];
  const writesText = group !== 'vectors';
  const usage = {
    inputTokens: writesText ? 0 : units.tokens,
    outputTokens: writesText ? units.tokens : 0,
    reasoningTokens: null,
    cachedTokens: null,
    totalTokens: units.tokens,
    ...(routeId === 'rerank' && { units: { searchUnits: 1 } }),
  };
  return {
    usage: units.tokens > 0 ? usage : null,
    images: units.images,
    inputImages: routeId === 'images.edits' ? 1 : 0,
    characters: units.characters,
    ...(group === 'video' ? { videoSeconds: units.seconds } : { audioSeconds: units.seconds }),
  };
}

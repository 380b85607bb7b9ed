import { skipReasons } from '#shared/contract/check-words.ts';
import type { PlannedCell } from '#shared/contract/checks.ts';
import type { Connection } from '#shared/contract/connections.ts';
import { type Billed, costOf } from '#shared/cost/cost.ts';
import { routes } from '#shared/protocol/table.ts';
import { queryClient } from '../../../lib/client/query.ts';
import { useAction } from '../../../lib/client/use-action.ts';
import { totalOf, useMoney, usePrices } from '../../../lib/cost/costs.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { refreshModels } from '../../../lib/gateway/models/model-list.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { PaneHead } from '../../../ui/layout/pane-head.tsx';
import { Fact } from '../cell/cell-facts.tsx';
import p from '../side.module.css';
import { SideScroll } from '../side-scroll.tsx';
import { limitTexts, pathBelow, skipText, unitNames } from '../words.ts';
import { usePlan } from './use-plan.ts';

/** The dry run: calls, their usage, what is left out and why. */
export function PlanColumn({ connection }: { connection: Connection }) {
  const t = useStrings().checks;
  const { plan, gap, isStale } = usePlan(connection);
  const limits = limitTexts(plan?.cells ?? []);
  return (
    <>
      <PaneHead title={t.plan.title}>{isStale && <Badge intent="live">{t.setup.planning}</Badge>}</PaneHead>
      <SideScroll label={t.plan.title}>
        {gap ? (
          <p className={p.quiet}>{t.setup.gaps[gap]}</p>
        ) : plan ? (
          <>
            <dl className={p.numbers}>
              <Fact label={t.plan.cells} value={formatNumber(plan.cells.length)} />
              <Fact label={t.plan.calls} value={formatNumber(plan.calls)} />
              <Fact
                label={t.plan.refusals}
                value={formatNumber(plan.cells.filter(({ action }) => action === 'refusal').length + plan.controls)}
              />
              {plan.controls > 0 && <Fact label={t.plan.controls} value={formatNumber(plan.controls)} />}
              <Fact
                label={t.plan.skipped}
                value={formatNumber(plan.cells.filter(({ action }) => action === 'skip').length)}
              />
            </dl>
            {plan.controls > 0 && <p className={p.quiet}>{t.plan.controlsHint}</p>}
            <h3 className={p.caption}>{t.plan.units}</h3>
            <dl className={p.numbers}>
              {unitNames
                .filter((name) => plan.units[name] > 0)
                .map((name) => (
                  <Fact key={name} label={t.plan.unitLabels[name]} value={formatNumber(plan.units[name])} />
                ))}
            </dl>
            {unitNames.every((name) => plan.units[name] === 0) && (
              <p>{limits.length > 0 ? t.plan.mayGenerate : t.plan.noUnits}</p>
            )}
            {limits.length > 0 && <p className={p.quiet}>{t.plan.limits(limits)}</p>}
            <PlanCost connectionId={connection.id} cells={plan.cells} />
            <h3 className={p.caption}>{t.plan.why}</h3>
            <SkipReasons cells={plan.cells} />
            <ListModels connection={connection} cells={plan.cells} />
          </>
        ) : (
          <Skeleton lines={[90, 70, 80, 60]} />
        )}
      </SideScroll>
    </>
  );
}

/** Cells without a model because their key's model list is missing or could not be read, with a button to list the models. */
function ListModels({ connection, cells }: { connection: Connection; cells: readonly PlannedCell[] }) {
  const t = useStrings().checks.plan;
  const unlisted = cells.filter(({ why, listFailure }) => listFailure !== null || why === skipReasons['not-listed']);
  const keyIds = [...new Set(unlisted.map(({ keyId }) => keyId))];
  const list = useAction(async () => {
    for (const keyId of keyIds) await refreshModels(connection.id, keyId ?? undefined);
    await queryClient.invalidateQueries({ queryKey: ['checks', 'plan'] });
  });
  if (keyIds.length === 0) return null;
  return (
    <>
      <Button size="sm" busy={list.busy} onClick={() => void list.run()}>
        {t.listModels}
      </Button>
      {list.failure && <FailureCard failure={list.failure} />}
    </>
  );
}

/** The reasons cells are skipped, one line per reason with its routes, not one per cell. */
function SkipReasons({ cells }: { cells: readonly PlannedCell[] }) {
  const t = useStrings().checks;
  const skipped = cells.filter(({ action }) => action === 'skip');
  if (skipped.length === 0) return <p className={p.quiet}>{t.plan.noSkips}</p>;
  const reasons = Map.groupBy(skipped, ({ why }) => (why ? skipText(why, t) : t.skipped));
  return (
    <ul className={p.skips}>
      {[...reasons].map(([why, members]) => (
        <li key={why}>
          <span>
            {why} <span className="num">({members.length})</span>
          </span>
          <span className={p.skippedRoutes}>
            {[...new Set(members.map(({ routeId }) => pathBelow(routeId)))].join(', ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

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
  if (sums.length === 0) return <p className={p.quiet}>{checks.plan.unitsHint}</p>;
  return (
    <>
      <dl className={p.numbers} data-testid="plan-cost">
        <Fact label={t.label} value={checks.plan.atMost(words.sums(sums, true))} />
      </dl>
      <p className={p.quiet}>{checks.plan.costCounts(billable.length - unknown, billable.length)}</p>
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

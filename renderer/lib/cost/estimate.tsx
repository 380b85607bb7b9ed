import { type Billed, costOf } from '#shared/cost/cost.ts';
import { classes } from '../../ui/base/class-names.ts';
import { tip } from '../../ui/controls/tip.ts';
import { formatNumber } from '../i18n/format.ts';
import { useStrings } from '../i18n/strings.ts';
import s from './cost.module.css';
import { totalOf, useMoney, usePrices } from './costs.ts';

interface EstimateProps {
  connectionId: string | null | undefined;
  model: string;
  /** What would be sent, as far as it is known before; output tokens are 0. */
  billed: Billed;
  /** Shows the input tokens as well. */
  withTokens?: boolean;
  /** Attached files are not counted. */
  withoutFiles?: boolean;
}

/** What a request would cost, beside Send: only where the model has a price, and always marked as an estimate. */
export function Estimate({ connectionId, model, billed, withTokens, withoutFiles }: EstimateProps) {
  const { cost: t, pieces } = useStrings();
  const words = useMoney();
  const price = usePrices(connectionId).get(model) ?? null;
  const tokens = Math.round(billed.usage?.inputTokens ?? 0);
  const usage = billed.usage && { ...billed.usage, inputTokens: tokens };
  const { money, parts } = costOf({ ...billed, usage }, price);
  const known = money && parts.length > 0 ? words.amount(money, true) : null;
  const text = pieces.facts(withTokens === true && tokens > 0 && t.tokensIn(formatNumber(tokens)), known);
  if (text === '') return null;
  const hasOutput = price?.rates.outputPerMillion !== undefined && price.rates.outputPerMillion !== '0';
  const title = [
    t.estimated,
    ...(known && price ? words.explain(costOf({ ...billed, usage }, price)) : []),
    known && price && hasOutput && t.outputToo(words.rate('outputPerMillion', price)),
  ];
  return (
    <span className={s.estimate} data-testid="estimate" {...tip(title.filter(Boolean).join('\n'), { side: 'top' })}>
      {withoutFiles ? t.withoutFiles(text) : text}
    </span>
  );
}

interface EstimateAllProps {
  connectionId: string | null | undefined;
  /** Every request that would be sent: its model and what it would use. */
  requests: readonly { model: string; billed: Billed }[];
}

/** What several requests would cost together, after other text; nothing unless the cost of each can be estimated. */
export function EstimateAll({ connectionId, requests }: EstimateAllProps) {
  const { cost: t } = useStrings();
  const words = useMoney();
  const prices = usePrices(connectionId);
  const costs = requests.map(({ model, billed }) => costOf(billed, prices.get(model) ?? null));
  const { sums, unknown } = totalOf(costs);
  if (sums.length === 0 || unknown > 0) return null;
  const title = [t.estimated, ...new Set(costs.flatMap(words.explain))].join('\n');
  return (
    <span className={classes(s.estimate, s.dotted)} data-testid="estimate" {...tip(title, { side: 'top' })}>
      {words.sums(sums, true)}
    </span>
  );
}

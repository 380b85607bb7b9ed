import { type Billed, costOf } from '#shared/cost/cost.ts';
import { classes } from '../../ui/base/class-names.ts';
import { tip } from '../../ui/controls/tip.ts';
import { formatNumber } from '../i18n/format.ts';
import { useStrings } from '../i18n/strings.ts';
import s from './cost.module.css';
import { joinCosts, totalOf, useMoney, usePrices } from './costs.ts';

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
  /** Shows the input tokens as well, with or without a price. */
  withTokens?: boolean;
  /** It follows no other text in its line. */
  alone?: boolean;
}

/**
 * What several requests would cost together: only where the cost of each can be estimated. Its
 * tooltip shows what was counted.
 */
export function EstimateAll({ connectionId, requests, withTokens, alone }: EstimateAllProps) {
  const { cost: t, pieces } = useStrings();
  const words = useMoney();
  const prices = usePrices(connectionId);
  const costs = requests.map(({ model, billed }) => costOf(billed, prices.get(model) ?? null));
  const { sums, unknown } = totalOf(costs);
  const isKnown = sums.length > 0 && unknown === 0;
  const tokens = requests.reduce((sum, { billed }) => sum + (billed.usage?.inputTokens ?? 0), 0);
  const text = pieces.facts(
    withTokens === true && tokens > 0 && t.tokensIn(formatNumber(tokens)),
    isKnown && words.sums(sums, true),
  );
  if (text === '') return null;
  const title = [t.estimated, ...(isKnown ? joinCosts(costs).flatMap(words.explain) : [])].join('\n');
  return (
    <span
      className={classes(s.estimate, !alone && s.afterText)}
      data-testid="estimate"
      {...tip(title, { side: 'top' })}
    >
      {text}
    </span>
  );
}

import { classes } from '../../ui/base/class-names.ts';
import { tip } from '../../ui/controls/tip.ts';
import { useStrings } from '../i18n/strings.ts';
import s from './cost.module.css';
import { useCost, useMoney, useTotal } from './costs.ts';

export interface CostFactProps {
  /** One exchange, or those of one run. */
  exchangeIds: readonly (string | null | undefined)[];
  /** It follows text, or a line of `Facts`: separated from it by a dot. */
  after?: 'text' | 'facts' | undefined;
}

/**
 * What exchanges cost together, as a fact in a line; nothing unless the cost of each that may be charged is known. The
 * tooltip of one shows how it was calculated.
 */
export function CostFact({ exchangeIds, after }: CostFactProps) {
  const ids = exchangeIds.filter((id) => typeof id === 'string');
  const [only = null] = ids;
  return ids.length > 1 ? <TotalFact ids={ids} after={after} /> : <OneFact id={only} after={after} />;
}

function OneFact({ id, after }: Pick<CostFactProps, 'after'> & { id: string | null }) {
  const cost = useCost(id);
  const words = useMoney();
  if (!cost?.money) return null;
  return <Fact text={words.amount(cost.money, cost.isEstimate)} title={words.explain(cost).join('\n')} after={after} />;
}

function TotalFact({ ids, after }: Pick<CostFactProps, 'after'> & { ids: readonly string[] }) {
  const { cost: t } = useStrings();
  const { sums, isEstimate, unknown } = useTotal(ids);
  const words = useMoney();
  if (sums.length === 0 || unknown > 0) return null;
  const text = words.sums(sums, isEstimate);
  return <Fact text={text} title={t.several(ids.length)} after={after} />;
}

function Fact({ text, title, after }: Pick<CostFactProps, 'after'> & { text: string; title: string }) {
  return (
    <span
      className={classes(s.fact, after === 'text' && s.afterText, after === 'facts' && s.afterFacts)}
      data-testid="cost"
      {...(title !== '' && tip(title, { side: 'top' }))}
    >
      <b>{text}</b>
    </span>
  );
}

/** What the whole of something cost, such as a conversation. */
export function TotalCost({ exchangeIds }: { exchangeIds: readonly string[] }) {
  const { cost: t } = useStrings();
  const { sums, isEstimate, unknown } = useTotal(exchangeIds);
  const words = useMoney();
  if (sums.length === 0) return null;
  const text = words.sums(sums, isEstimate);
  const title = [t.thread(text), unknown > 0 && t.withoutPrice(unknown)].filter(Boolean).join('\n');
  return (
    <span className={s.fact} data-testid="total-cost" {...tip(title)}>
      {text}
    </span>
  );
}

import { type Fact, Facts } from '../../ui/layout/facts.tsx';
import s from './cost.module.css';
import type { CostFactProps } from './cost-fact.tsx';
import { CostFact } from './cost-fact.tsx';

interface FactsWithCostProps {
  facts: readonly Fact[];
  exchangeIds: CostFactProps['exchangeIds'];
}

/** A line of facts that ends with what the exchanges cost together, where that is known. */
export const FactsWithCost = ({ facts, exchangeIds }: FactsWithCostProps) => (
  <span className={s.row}>
    <Facts line items={facts} />
    <CostFact exchangeIds={exchangeIds} after="facts" />
  </span>
);

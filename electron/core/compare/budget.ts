import type { CompareInput } from '#shared/contract/compare.ts';
import { type Money, sumMoney } from '#shared/cost/money.ts';

/** What requests used, or may use at most by an estimate. `money` is `null` where it is not known. */
export interface Use {
  tokens: number;
  money: Money | null;
}

/** What the requests of a run used so far. */
export interface Spending {
  calls: number;
  tokens: number;
  /** One sum per currency. */
  money: Money[];
  /** Requests whose cost is not known. */
  unpriced: number;
}

export const noSpending: Spending = { calls: 0, tokens: 0, money: [], unpriced: 0 };

export const addSpending = (one: Spending, other: Spending): Spending => ({
  calls: one.calls + other.calls,
  tokens: one.tokens + other.tokens,
  money: sumMoney([...one.money, ...other.money]),
  unpriced: one.unpriced + other.unpriced,
});

/** Keeps requests within a cap. What requests in progress may still use is reserved. */
export interface Budget {
  /** `later`: not now, but requests in progress may use less than they reserved. */
  allows(estimate: Use): 'yes' | 'later' | 'no';
  begin(estimate: Use): void;
  /** @param estimate what was passed to `begin`. */
  end(estimate: Use, used: Use): void;
}

/** @param onChange gets what was used in all, after every change. */
export function createBudget(
  cap: CompareInput['cap'],
  start: Spending,
  onChange: (spending: Spending) => void,
): Budget {
  let spent = start;
  const reserved: Use[] = [];
  const change = (by: Partial<Spending>): void => {
    spent = { ...spent, ...by };
    onChange(spent);
  };
  const inCap = (amounts: readonly (Money | null)[]): number =>
    sumMoney(amounts).find(({ currency }) => currency === cap.money?.currency)?.nano ?? 0;
  /** Whether a request would exceed the cap, beside what others have reserved. */
  const exceeds = (estimate: Use, others: readonly Use[]): boolean => {
    const tokens = others.reduce((sum, one) => sum + one.tokens, spent.tokens + estimate.tokens);
    const money = [...spent.money, estimate.money, ...others.map((one) => one.money)];
    return (cap.tokens !== null && tokens > cap.tokens) || (cap.money !== null && inCap(money) > cap.money.nano);
  };
  return {
    allows(estimate) {
      if (cap.calls !== null && spent.calls >= cap.calls) return 'no';
      if (!exceeds(estimate, reserved)) return 'yes';
      return exceeds(estimate, []) ? 'no' : 'later';
    },
    begin(estimate) {
      reserved.push(estimate);
      change({ calls: spent.calls + 1 });
    },
    end(estimate, used) {
      reserved.splice(reserved.indexOf(estimate), 1);
      change({
        tokens: spent.tokens + used.tokens,
        // An unknown cost counts as it was estimated.
        money: sumMoney([...spent.money, used.money ?? estimate.money]),
        unpriced: spent.unpriced + Number(used.money === null && estimate.money === null),
      });
    },
  };
}

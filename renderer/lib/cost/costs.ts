import { type Query, useQuery } from '@tanstack/react-query';
import type { Language } from '#shared/contract/language.ts';
import type { Cost } from '#shared/cost/cost.ts';
import { formatMoney, formatRateText, type Money, sumMoney } from '#shared/cost/money.ts';
import type { Price, RateName } from '#shared/cost/price.ts';
import { markStale, onChange } from '../client/changes.ts';
import { client } from '../client/client.ts';
import { askKey, useCall } from '../client/query.ts';
import { formatNumber } from '../i18n/format.ts';
import { type Strings, useLanguage, useStrings } from '../i18n/strings.ts';

/** Writes amounts, in one language. */
export interface MoneyWords {
  /** `$0.41`, or `about $0.41` for an estimate. */
  amount: (money: Money, isEstimate?: boolean) => string;
  /** Several sums side by side: `$0.41 + CN¥2.10`. */
  sums: (sums: readonly Money[], isEstimate?: boolean) => string;
  /** A rate with its unit: `$0.40 / 1M tokens`. */
  rate: (name: RateName, price: Price) => string;
  /** Two rates of the same unit: `$0.40 / $1.60`. */
  pair: (price: Price, names: readonly [RateName, RateName]) => string;
  /** Each part of a cost on a line of its own, or why it is not known. */
  explain: (cost: Cost) => string[];
}

function wordsIn(language: Language, { cost: t }: Strings): MoneyWords {
  const sums = (all: readonly Money[], isEstimate = false) => {
    const text = t.and(all.map((money) => formatMoney(money, language)));
    return isEstimate ? t.about(text) : text;
  };
  const rateText = (rate: string, currency: string) => formatRateText(rate, currency, language);
  return {
    amount: (money, isEstimate) => sums([money], isEstimate),
    sums,
    rate: (name, { rates, currency }) => t.rate(name, rateText(rates[name] ?? '0', currency)),
    pair: ({ rates, currency }, names) => names.map((name) => rateText(rates[name] ?? '0', currency)).join(' / '),
    explain: ({ money, gap, parts }) =>
      money === null
        ? gap === null
          ? []
          : [t.gaps[gap]]
        : parts.map(({ name, count, rate }) =>
            t.line(name, formatNumber(Math.round(count * 100) / 100), rateText(rate, money.currency)),
          ),
  };
}

/** Returns the writers of amounts. A hook, so that what was drawn with them is drawn again in another language. */
export function useMoney(): MoneyWords {
  const language = useLanguage();
  return wordsIn(language, useStrings());
}

type Costs = Record<string, Cost>;

// The cost of a request is known when it ends.
onChange((change) => {
  if (change?.area !== 'exchanges') return;
  const isStale = ({ queryKey: [area, name, input] }: Query) =>
    area === 'prices' &&
    name === 'costs' &&
    (change.id === undefined || (input as { ids: readonly string[] }).ids.includes(change.id));
  void markStale(isStale);
});

/** Ids whose costs are requested in the next message, and who waits for them. */
let waiting: Map<string, PromiseWithResolvers<Costs>> | null = null;

/** Loads the cost of one exchange, as the core returns it; the ids of one moment are requested together. */
function loadCost(id: string): Promise<Costs> {
  if (waiting === null) {
    waiting = new Map();
    setTimeout(sendWaiting);
  }
  const known = waiting.get(id) ?? Promise.withResolvers<Costs>();
  waiting.set(id, known);
  return known.promise;
}

function sendWaiting(): void {
  const asked = waiting ?? new Map<string, PromiseWithResolvers<Costs>>();
  waiting = null;
  client.prices.costs({ ids: [...asked.keys()] }).then(
    (costs) => {
      for (const [id, { resolve }] of asked) resolve(costs[id] ? { [id]: costs[id] } : {});
    },
    (thrown: unknown) => {
      for (const { reject } of asked.values()) reject(thrown);
    },
  );
}

/** Returns the cost of an exchange; `null` while it runs, and for those that cost nothing or were deleted. */
export function useCost(exchangeId: string | null): Cost | null {
  const { data } = useQuery<Costs>({
    queryKey: askKey('prices', 'costs', { ids: [exchangeId ?? ''] }),
    queryFn: () => loadCost(exchangeId ?? ''),
    enabled: exchangeId !== null,
  });
  return (exchangeId !== null && data?.[exchangeId]) || null;
}

/** What several exchanges cost together. */
export interface Total {
  /** One sum per currency; empty while no cost is known. */
  sums: Money[];
  isEstimate: boolean;
  /** How many of them may have been charged, without a known cost. */
  unknown: number;
}

/** Returns what exchanges cost together. */
export function useTotal(exchangeIds: readonly string[]): Total {
  const ids = [...exchangeIds];
  const { data } = useCall('prices', 'costs', { ids }, { enabled: ids.length > 0, keepPrevious: true });
  return totalOf(ids.length > 0 ? Object.values(data ?? {}) : []);
}

export const totalOf = (costs: readonly Cost[]): Total => ({
  sums: sumMoney(costs.map(({ money }) => money)),
  isEstimate: costs.some(({ isEstimate }) => isEstimate),
  unknown: costs.filter(({ money }) => money === null).length,
});

/** Returns one cost per currency: what is charged at the same rate is one part of it. */
export function joinCosts(costs: readonly Cost[]): Cost[] {
  return sumMoney(costs.map(({ money }) => money)).map((money) => {
    const parts = new Map<string, Cost['parts'][number]>();
    for (const cost of costs.filter((each) => each.money?.currency === money.currency))
      for (const part of cost.parts) {
        const key = `${part.name} ${part.rate}`;
        const known = parts.get(key);
        parts.set(key, known ? { ...part, count: known.count + part.count, nano: known.nano + part.nano } : part);
      }
    return { money, gap: null, isEstimate: costs.some(({ isEstimate }) => isEstimate), parts: [...parts.values()] };
  });
}

/** Returns the known prices of a connection, by model. */
export function usePrices(connectionId: string | null | undefined): ReadonlyMap<string, Price> {
  const { data } = useCall('prices', 'list', { connectionId: connectionId ?? '' }, { enabled: Boolean(connectionId) });
  return new Map(data?.map((price) => [price.model, price]));
}

/** An amount in billionths of a currency unit, so that sums are exact. */
export interface Money {
  nano: number;
  currency: string;
}

/** Adds amounts, one sum per currency, in the order in which currencies first occur. */
export function sumMoney(amounts: Iterable<Money | null>): Money[] {
  const sums = new Map<string, number>();
  for (const amount of amounts) if (amount) sums.set(amount.currency, (sums.get(amount.currency) ?? 0) + amount.nano);
  return [...sums].map(([currency, nano]) => ({ nano, currency }));
}

/** A smaller amount is shown as less than this one. */
const smallest = 1e-6;

/**
 * Returns an amount as `$12.34`, `$0.41`, `$0.00042` or `<$0.000001`, in the notation of a language: two decimals from
 * a tenth on, two significant digits below.
 */
export function formatMoney({ nano, currency }: Money, language: string): string {
  const value = nano / 1e9;
  const write = (amount: number, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(language, { style: 'currency', currency, ...options }).format(amount);
  if (value === 0) return write(0, { maximumFractionDigits: 0 });
  if (value < smallest) return `<${write(smallest, { maximumFractionDigits: 6 })}`;
  if (value >= 0.0995) return write(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return write(value, { minimumSignificantDigits: 1, maximumSignificantDigits: 2 });
}

/** Returns a rate as `$0.40`, with every decimal that it has. */
export const formatRateText = (rate: string, currency: string, language: string): string =>
  new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: rate.includes('.') ? 2 : 0,
    maximumFractionDigits: Math.max(2, rate.split('.')[1]?.length ?? 0),
  }).format(Number(rate));

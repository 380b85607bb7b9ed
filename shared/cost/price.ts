/**
 * What a model costs. Every rate is a decimal text, so that nothing is lost to binary fractions; its name says what it
 * is charged for.
 */

/** The rates of a price, in the order in which they are shown and exported. */
export const rateNames = [
  'inputPerMillion',
  'cachedInputPerMillion',
  'outputPerMillion',
  'reasoningPerMillion',
  'audioInputPerMillion',
  'audioOutputPerMillion',
  'imageInputPerMillion',
  'imageOutputPerMillion',
  'perInputImage',
  'perImage',
  'perAudioSecond',
  'perVideoSecond',
  'perMillionCharacters',
  'perSearch',
  'perRequest',
] as const;
export type RateName = (typeof rateNames)[number];

/** Rates by name; what is absent is not charged for, or is charged at the rate that includes it. */
export type Rates = { readonly [Name in RateName]?: string };

export interface Price {
  /** ISO 4217, such as `USD`. */
  currency: string;
  rates: Rates;
  /** The rates apply to requests of at most this many input tokens. Absent: to all. */
  maxInputTokens?: number;
}

/** Where a price is from: the gateway's model list, typed by the user, or a file. */
export type PriceSource = 'listing' | 'manual' | 'imported';

/** How many of what a rate is charged for one of it covers. */
export const unitsPerRate = (name: RateName): 1 | 1_000_000 => (name.includes('Million') ? 1_000_000 : 1);

/** Digits before and after the decimal point that a rate may have. */
const decimal = /^\d{1,9}(\.\d{1,12})?$/;
const scaleDigits = 12;
/** Characters of an amount; a gateway's number has at most 25. A longer text is refused before anything reads it. */
const maxAmount = 40;

export const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text);

/**
 * Returns a rate in its shortest form: `0.40` as `0.4`, `.5` as `0.5`; `null` for what is no amount, such as a negative
 * one, or one with more than twelve decimals.
 */
export function readRate(text: string): string | null {
  if (text.length > maxAmount) return null;
  const trimmed = text.trim().replace(/^\./, '0.');
  if (!decimal.test(trimmed)) return null;
  const [whole = '0', fraction = ''] = trimmed.split('.');
  const rest = withoutZeros(fraction);
  return `${whole.replace(/^0+(?=\d)/, '')}${rest && `.${rest}`}`;
}

/**
 * Returns an amount for one as a rate for `factor` (a power of ten), exactly: `0.0000004` for a million is `0.4`.
 * Numbers may be in exponential form. `null` for what is no amount.
 */
export function rateFor(one: unknown, factor: 1 | 1_000_000): string | null {
  if (typeof one !== 'string' && typeof one !== 'number') return null;
  const text = String(one);
  if (text.length > maxAmount) return null;
  const match = /^(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i.exec(text.trim());
  const [, whole = '', fraction = '', exponent = '0'] = match ?? [];
  if (whole === '' && fraction === '') return null;
  const shift = Number(exponent) + Math.log10(factor);
  const digits = whole + fraction;
  const point = whole.length + shift;
  const padded = point < 0 ? '0'.repeat(-point) + digits : digits.padEnd(point, '0');
  const at = Math.max(0, point);
  return readRate(`${padded.slice(0, at) || '0'}.${withoutZeros(padded.slice(at)) || '0'}`);
}

/** Returns digits without the zeros at their end. */
const withoutZeros = (digits: string): string => digits.replace(/(?<!0)0+$/, '');

/** Returns a rate as an integer of 10^-12 units of the currency. */
export function scaledRate(rate: string): bigint {
  const [whole = '0', fraction = ''] = rate.split('.');
  return BigInt(whole + fraction.padEnd(scaleDigits, '0'));
}

/** Returns whether a price has a rate, even one of zero. */
export const hasRates = ({ rates }: Pick<Price, 'rates'>): boolean =>
  rateNames.some((name) => rates[name] !== undefined);

export const isSamePrice = (one: Price, other: Price): boolean =>
  one.currency === other.currency &&
  one.maxInputTokens === other.maxInputTokens &&
  rateNames.every((name) => one.rates[name] === other.rates[name]);

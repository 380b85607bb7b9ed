import type { Usage } from '../protocol/part.ts';
import type { Money } from './money.ts';
import { hasRates, type Price, type RateName, rateNames, scaledRate, unitsPerRate } from './price.ts';

/** What one request used: the usage that the gateway reported, and what was counted here. Absent: not known. */
export interface Billed {
  usage: Usage | null;
  /** Images of the response, and of the request. */
  images?: number;
  inputImages?: number;
  /** Length of transcribed or generated audio, and of the requested video. */
  audioSeconds?: number;
  videoSeconds?: number;
  /** Of the text to speak. */
  characters?: number;
  /** Tokens of audio are in the usage, and were not reported apart from those of text. */
  isMixed?: true;
  /** Something above is planned or estimated, not reported. */
  isEstimate?: true;
}

/** One line of a cost: `count` at `rate`. */
export interface CostPart {
  name: RateName;
  count: number;
  /** The rate at which it was charged, as in the price. */
  rate: string;
  nano: number;
}

/**
 * Why a cost is not known: the model has no price; the gateway reported no usage that the price needs; the price lacks a
 * rate for something that was used; or the request is larger than the price applies to.
 */
export const costGaps = ['no-price', 'no-usage', 'no-rate', 'above-limit'] as const;
export type CostGap = (typeof costGaps)[number];

export interface Cost {
  /** `null` when it is not known. */
  money: Money | null;
  gap: CostGap | null;
  isEstimate: boolean;
  parts: CostPart[];
}

const unknown = (gap: CostGap): Cost => ({ money: null, gap, isEstimate: false, parts: [] });

/**
 * Returns what a request costs and the parts of that amount, or why it is not known. A cost is complete or unknown,
 * never partial. The sum is exact and rounded once, half up.
 */
export function costOf(billed: Billed, price: Price | null): Cost {
  if (price === null || !hasRates(price)) return unknown('no-price');
  const counts = countsOf(billed, price);
  if (typeof counts === 'string') return unknown(counts);
  let sum = 0n;
  const parts: CostPart[] = [];
  for (const name of rateNames) {
    const rate = price.rates[name];
    const count = counts[name] ?? 0;
    if (rate === undefined || count === 0) continue;
    const exact = exactAmount(name, rate, count);
    sum += exact;
    parts.push({ name, count, rate, nano: toNano(exact) });
  }
  const money = { nano: toNano(sum), currency: price.currency };
  // Many gateways count the tokens of input images as well, and do not say whether they charge for both.
  const mayCountTwice =
    counts.perInputImage !== undefined && counts.perInputImage > 0 && counts.inputPerMillion !== undefined;
  return { money, gap: null, isEstimate: billed.isEstimate === true || mayCountTwice, parts };
}

/** Returns an amount in 10^-18 of a currency unit: counts may have six decimals, rates twelve. */
const exactAmount = (name: RateName, rate: string, count: number): bigint =>
  (scaledRate(rate) * BigInt(Math.round(count * 1e6))) / BigInt(unitsPerRate(name));

const toNano = (exact: bigint): number => Number((exact + 500_000_000n) / 1_000_000_000n);

type Counts = { [Name in RateName]?: number };

/** Returns how many of each rate are charged, or why that is not known. */
function countsOf(billed: Billed, { rates, maxInputTokens }: Price): Counts | CostGap {
  const counts: Counts = { perRequest: 1 };
  const units: [name: RateName, count: number | undefined][] = [
    ['perInputImage', billed.inputImages],
    ['perImage', billed.images],
    ['perAudioSecond', billed.audioSeconds],
    ['perVideoSecond', billed.videoSeconds],
    ['perMillionCharacters', billed.characters],
    ['perSearch', billed.usage?.units?.searchUnits],
  ];
  for (const [name, count] of units) {
    if (!isCharged(rates[name])) continue;
    if (count === undefined) return 'no-usage';
    counts[name] = count;
  }
  // Tokens have to be known only where some of them are not free.
  if (!tokenRates.some((name) => isCharged(rates[name]))) return counts;
  if (billed.isMixed && (isCharged(rates.audioInputPerMillion) || isCharged(rates.audioOutputPerMillion)))
    return 'no-usage';
  const tokens = tokensOf(
    billed.usage,
    tokenRates.some((name) => isOutput(name) && isCharged(rates[name])),
  );
  if (tokens === null) return 'no-usage';
  if (maxInputTokens !== undefined && tokens.allInput > maxInputTokens) return 'above-limit';
  for (const name of tokenRates) {
    const count = tokens[name];
    const paidAs = rates[name] === undefined ? includedIn[name] : name;
    if (count === 0) continue;
    if (paidAs === undefined || rates[paidAs] === undefined) return 'no-rate';
    counts[paidAs] = (counts[paidAs] ?? 0) + count;
  }
  return counts;
}

const isCharged = (rate: string | undefined): boolean => rate !== undefined && rate !== '0';

const tokenRates = [
  'inputPerMillion',
  'cachedInputPerMillion',
  'audioInputPerMillion',
  'imageInputPerMillion',
  'outputPerMillion',
  'reasoningPerMillion',
  'audioOutputPerMillion',
  'imageOutputPerMillion',
] as const satisfies readonly RateName[];
type TokenRate = (typeof tokenRates)[number];

/** The rate at which tokens are charged that have none of their own. */
const includedIn: Partial<Record<TokenRate, TokenRate>> = {
  cachedInputPerMillion: 'inputPerMillion',
  audioInputPerMillion: 'inputPerMillion',
  imageInputPerMillion: 'inputPerMillion',
  reasoningPerMillion: 'outputPerMillion',
  audioOutputPerMillion: 'outputPerMillion',
  imageOutputPerMillion: 'outputPerMillion',
};

const isOutput = (name: TokenRate): boolean => name === 'outputPerMillion' || includedIn[name] === 'outputPerMillion';

type Tokens = Record<TokenRate | 'allInput', number>;

/**
 * Splits reported tokens into kinds that do not overlap. Most gateways include cached and reasoning tokens in their
 * totals, some report them besides; the total tells which. `null` when a count that is needed was not reported.
 */
function tokensOf(usage: Usage | null, needsOutput: boolean): Tokens | null {
  if (usage === null) return null;
  const { totalTokens: total, units = {} } = usage;
  const reasoning = usage.reasoningTokens ?? 0;
  const cached = usage.cachedTokens ?? 0;
  const input = usage.inputTokens ?? (total === null ? null : total - (usage.outputTokens ?? 0));
  if (input === null || (usage.inputTokens === null && usage.outputTokens === null && needsOutput)) return null;
  const output = usage.outputTokens ?? (total === null ? null : Math.max(0, total - input));
  if (output === null && needsOutput) return null;
  const known = output ?? 0;
  const cachedBesides = cached > 0 && (cached > input || total === input + known + cached);
  const reasoningBesides = reasoning > 0 && (reasoning > known || total === input + known + reasoning);
  const audioInput = units.audioInputTokens ?? 0;
  const imageInput = units.imageInputTokens ?? 0;
  const audioOutput = units.audioOutputTokens ?? 0;
  const imageOutput = units.imageOutputTokens ?? 0;
  const plainInput = Math.max(0, input - audioInput - imageInput);
  // Cached audio and images are not reported apart: cached tokens count as text as far as there is text.
  const cachedText = cachedBesides ? cached : Math.min(cached, plainInput);
  return {
    allInput: input + (cachedBesides ? cached : 0),
    inputPerMillion: plainInput - (cachedBesides ? 0 : cachedText),
    cachedInputPerMillion: cachedText,
    audioInputPerMillion: audioInput,
    imageInputPerMillion: imageInput,
    outputPerMillion: Math.max(0, known - audioOutput - imageOutput - (reasoningBesides ? 0 : reasoning)),
    reasoningPerMillion: reasoning,
    audioOutputPerMillion: audioOutput,
    imageOutputPerMillion: imageOutput,
  };
}

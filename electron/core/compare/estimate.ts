import { laneBody } from '#shared/compare/lane-draft.ts';
import { isTextRoute, promptOf } from '#shared/compare/lanes.ts';
import type { CompareInput, Lane, SheetRow } from '#shared/contract/compare.ts';
import { type Billed, type Cost, costOf } from '#shared/cost/cost.ts';
import type { Price } from '#shared/cost/price.ts';
import type { Usage } from '#shared/protocol/part.ts';
import type { Use } from './budget.ts';

/** Prices, and what requests cost at them. */
export interface PricePort {
  /** The price of a model that applies now; `null` without one. */
  priceOf(connectionId: string, model: string): Price | null;
  /** `null` for an exchange that is running, or for which a gateway does not charge. */
  costOf(exchangeId: string): Cost | null;
}

/** Characters per token, as a rough average of English text. */
const charactersPerToken = 4;

export const tokensIn = (text: string): number => Math.ceil(text.length / charactersPerToken);

const limitFields = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'] as const;

/** Returns the limit on output tokens that a body has; `null` without one. */
export function outputLimit(fields: Lane['fields']): number | null {
  const native = (fields.generationConfig as Record<string, unknown> | undefined)?.maxOutputTokens;
  const limits = [...limitFields.map((name) => fields[name]), native];
  return limits.find((limit): limit is number => typeof limit === 'number') ?? null;
}

const usageOf = (inputTokens: number, outputTokens: number): Usage => ({
  inputTokens,
  outputTokens,
  reasoningTokens: null,
  cachedTokens: null,
  totalTokens: inputTokens + outputTokens,
});

/** Returns what a request of that many tokens may use. */
export const textUse = (inputTokens: number, outputTokens: number, price: Price | null): Use => ({
  tokens: inputTokens + outputTokens,
  money: costOf({ usage: usageOf(inputTokens, outputTokens), images: 0, inputImages: 0 }, price).money,
});

/**
 * Estimates what one cell may use at most: input by the length of its body, output by the limit of its lane.
 *
 * @param seenOutput the most output tokens that the lane had, in place of a limit that it does not have.
 */
export function cellUse(lane: Lane, input: CompareInput, row: SheetRow, price: Price | null, seenOutput = 0): Use {
  if (isTextRoute(lane.routeId))
    return textUse(tokensIn(laneBody(lane, input, row).text), outputLimit(lane.fields) ?? seenOutput, price);
  const billed: Billed =
    lane.routeId === 'audio.speech'
      ? { usage: null, images: 0, inputImages: 0, characters: [...promptOf(lane, input, row)].length }
      : { usage: null, images: typeof lane.fields.n === 'number' ? lane.fields.n : 1, inputImages: 0 };
  return { tokens: 0, money: costOf(billed, price).money };
}

/** Returns what a request used, from its reported usage and its recorded cost. */
export function usedBy(usage: Usage | null, exchangeId: string | null, { costOf: recorded }: PricePort): Use {
  const tokens = usage ? (usage.totalTokens ?? (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0)) : 0;
  return { tokens, money: exchangeId === null ? null : (recorded(exchangeId)?.money ?? null) };
}

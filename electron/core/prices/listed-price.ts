import { hasRates, type Price, type RateName, rateFor } from '#shared/cost/price.ts';
import { asObject, type JsonObject } from '#shared/protocol/json.ts';

/**
 * Reads prices that others wrote: in the record of a model list, or in LiteLLM's table. Only fields whose unit is
 * documented are read. The ratios of new-api and One API are multiples of a base price that the gateway does not tell,
 * so they are no prices.
 */

type Fields = Readonly<JsonObject>;

/** Fields of `pricing` in the list of OpenRouter, in US dollars for one. */
const openRouterFields: Readonly<Record<string, RateName>> = {
  prompt: 'inputPerMillion',
  completion: 'outputPerMillion',
  input_cache_read: 'cachedInputPerMillion',
  internal_reasoning: 'reasoningPerMillion',
  audio: 'audioInputPerMillion',
  audio_output: 'audioOutputPerMillion',
  image: 'perInputImage',
  image_output: 'imageOutputPerMillion',
  request: 'perRequest',
};

/** Fields of `pricing` in the list of Vercel's AI Gateway, in US dollars for one. */
const vercelFields: Readonly<Record<string, RateName>> = {
  input: 'inputPerMillion',
  output: 'outputPerMillion',
  input_cache_read: 'cachedInputPerMillion',
  image: 'perImage',
};

/** Fields of LiteLLM's table and of records of gateways built on it, in US dollars for one. */
const liteLlmFields: Readonly<Record<string, RateName>> = {
  input_cost_per_token: 'inputPerMillion',
  output_cost_per_token: 'outputPerMillion',
  cache_read_input_token_cost: 'cachedInputPerMillion',
  output_cost_per_reasoning_token: 'reasoningPerMillion',
  input_cost_per_audio_token: 'audioInputPerMillion',
  output_cost_per_audio_token: 'audioOutputPerMillion',
  input_cost_per_image_token: 'imageInputPerMillion',
  output_cost_per_image_token: 'imageOutputPerMillion',
  input_cost_per_image: 'perInputImage',
  output_cost_per_image: 'perImage',
  input_cost_per_second: 'perAudioSecond',
  output_cost_per_video_per_second: 'perVideoSecond',
  input_cost_per_character: 'perMillionCharacters',
  input_cost_per_query: 'perSearch',
  input_cost_per_request: 'perRequest',
};

/** Models that generate images have their price per image under one of two names. */
const imageModelFields = { ...liteLlmFields, input_cost_per_image: 'perImage' } as const;

/**
 * A token that costs more than this, in US dollars, was meant as a price per million: the unit of the field is not the
 * documented one, so nothing of it is read.
 */
const dearestToken = 0.01;

/** Reads fields that are amounts for one. `null` when there is none, or one of them cannot be what it says. */
function readFields(fields: Fields, names: Readonly<Record<string, RateName>>): Price | null {
  const rates: { [Name in RateName]?: string } = {};
  for (const [field, name] of Object.entries(names)) {
    const value = fields[field];
    if (value === undefined || value === null || value === '') continue;
    const isForMillion = name.includes('Million');
    // OpenRouter writes -1 for a price that depends on what serves the request.
    const rate = rateFor(value, isForMillion ? 1_000_000 : 1);
    if (rate === null || (isForMillion && Number(value) > dearestToken)) return null;
    // Records list a zero for whatever a model does not charge.
    if (rate !== '0' || name === 'inputPerMillion' || name === 'outputPerMillion') rates[name] = rate;
  }
  const price = { currency: 'USD', rates };
  return hasRates(price) ? price : null;
}

/** Returns the price in the record of a model list; `null` when it has none, or one in an unknown unit. */
export function priceInRecord(raw: Fields): Price | null {
  const pricing = asObject(raw.pricing);
  if (pricing === null) return priceInTable(raw);
  const isOpenRouter = pricing.prompt !== undefined || pricing.completion !== undefined;
  // Others write numbers per million under the names of Vercel, which writes texts per token.
  const isVercel = typeof pricing.input === 'string' || typeof pricing.output === 'string';
  const price = isOpenRouter
    ? readFields(pricing, openRouterFields)
    : isVercel
      ? readFields(pricing, vercelFields)
      : null;
  return price && withLimit(price, pricing.overrides);
}

/** OpenRouter lists other rates for long prompts, and for hours of the day, which no cost here takes into account. */
function withLimit(price: Price, overrides: unknown): Price | null {
  if (!Array.isArray(overrides)) return price;
  const limits = overrides.map((one) => asObject(one)?.min_prompt_tokens);
  const known = limits.filter(
    (limit): limit is number => typeof limit === 'number' && Number.isInteger(limit) && limit > 0,
  );
  if (known.length < limits.length) return null;
  return known.length === 0 ? price : { ...price, maxInputTokens: Math.min(...known) };
}

/** Returns the price in an entry of LiteLLM's table; `null` when it has none that can be applied. */
export function priceInTable(entry: Fields): Price | null {
  const names = entry.mode === 'image_generation' ? imageModelFields : liteLlmFields;
  const price = readFields(entry, names);
  if (price === null) return null;
  // Rates by size, quality or time of day have names of their own; those for long prompts say from where on they apply.
  const limits = Object.keys(entry).flatMap(
    (name) => /^(?:in|out)put_cost_per_token_above_(\d+)k_tokens$/.exec(name)?.[1] ?? [],
  );
  if (limits.length === 0) return price;
  return { ...price, maxInputTokens: 1000 * Math.min(...limits.map(Number)) };
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AuthorizedRequest } from '../incoming-request.ts';
import type { JsonRecord } from '../json-value.ts';
import { chanceFrom, hash } from '../language/chance.ts';
import { countTokens, letterGroups, termsOf } from '../language/tokens.ts';
import { readServiceRequest } from '../models.ts';
import { invalidRequest, jsonReply, type Reply, upstreamError } from '../responses/reply.ts';

/** Items computed at once: this process may also have to keep a window responsive. */
const itemsAtOnce = 32;

/** POST /v1/embeddings */
export async function embeddings(authorized: AuthorizedRequest): Promise<Reply> {
  const { model, sizes, dimensions, asBase64, items, tokens } = readEmbeddingsRequest(authorized);
  const data: unknown[] = [];
  for (const [index, { features }] of items.entries()) {
    const values = hashedVector(model, features(), sizes.dimensions, dimensions);
    data.push({ object: 'embedding', index, embedding: asBase64 ? packFloats(values) : values });
    if (index % itemsAtOnce === itemsAtOnce - 1) await nextTurn(undefined, { signal: authorized.signal });
  }
  const usage = { prompt_tokens: tokens, total_tokens: tokens };
  return jsonReply({ object: 'list', data, model, usage }, 'embeddings', Math.min(tokens / 20, 30));
}

const mostItems = 2048;
const mostTokensOfItem = 8192;
const mostTokens = 300_000;

export interface EmbeddingsRequest {
  model: string;
  sizes: EmbeddingModel;
  dimensions: number;
  asBase64: boolean;
  items: { features: () => Features; tokens: number }[];
  tokens: number;
}

/** Reads and checks a request for vectors. Throws refusals in the words of the model behind the gateway. */
export function readEmbeddingsRequest(authorized: AuthorizedRequest): EmbeddingsRequest {
  const { body, model } = readServiceRequest(authorized, 'embeddings');
  const { input } = body;
  if (input === undefined || input === null) throw invalidRequest(authorized, 'input is empty');
  const refuse = (message: string, code: string | null = null, param: string | null = 'input') =>
    upstreamError(authorized, false, { message, code, param });
  const items = listOf(input).map((item, place) =>
    readItem(item, Array.isArray(input) ? `input[${place}]` : 'input', refuse),
  );
  if (items.length === 0)
    throw refuse("Invalid 'input': empty array. Expected an array with minimum length 1.", 'empty_array');
  if (items.length > mostItems) {
    const message = `Invalid 'input': array too long. Expected an array with maximum length ${mostItems}, but got an array with length ${items.length} instead.`;
    throw refuse(message, 'array_above_max_length');
  }
  const tokens = items.reduce((sum, item) => sum + item.tokens, 0);
  if (tokens > mostTokens)
    throw refuse(`Requested ${tokens} tokens, max ${mostTokens} tokens per request`, 'max_tokens_per_request');
  const sizes = embeddingModel(model);
  return {
    model,
    sizes,
    dimensions: readDimensions(body, sizes, refuse),
    asBase64: readFormat(body, refuse),
    items,
    tokens,
  };
}

type Refuse = (message: string, code?: string | null, param?: string | null) => Error;

/** Returns a list; one text, or one array of token numbers, becomes a list of one item. */
function listOf(input: unknown): unknown[] {
  if (!Array.isArray(input)) return [input];
  return input.length > 0 && input.every((entry) => typeof entry === 'number') ? [input] : input;
}

function readItem(item: unknown, place: string, refuse: Refuse): EmbeddingsRequest['items'][number] {
  const isTokens =
    Array.isArray(item) && item.length > 0 && item.every((token) => Number.isInteger(token) && token >= 0);
  if (typeof item !== 'string' && !isTokens)
    throw refuse(`Invalid '${place}': expected a string or an array of token numbers.`, 'invalid_type');
  if (item === '') throw refuse(`Invalid '${place}': input cannot be an empty string.`, 'invalid_value');
  const tokens = typeof item === 'string' ? countTokens(item) : item.length;
  if (tokens > mostTokensOfItem) {
    const message = `This model's maximum context length is ${mostTokensOfItem} tokens, however you requested ${tokens} tokens (${tokens} in your prompt; 0 for the completion). Please reduce your prompt; or completion length.`;
    throw refuse(message, 'context_length_exceeded', null);
  }
  return { tokens, features: () => (typeof item === 'string' ? textFeatures(item) : tokenFeatures(item)) };
}

function readDimensions({ dimensions }: JsonRecord, sizes: EmbeddingModel, refuse: Refuse): number {
  if (dimensions === undefined || dimensions === null) return sizes.dimensions;
  if (!sizes.canShorten) throw refuse('This model does not support specifying dimensions.', null, 'dimensions');
  if (typeof dimensions !== 'number' || !Number.isInteger(dimensions) || dimensions < 1)
    throw refuse(
      "Invalid 'dimensions': expected a whole number of at least 1.",
      'integer_below_min_value',
      'dimensions',
    );
  if (dimensions > sizes.dimensions) {
    const message = `Invalid value for 'dimensions' = ${dimensions}. Must be less than or equal to ${sizes.dimensions}.`;
    throw refuse(message, 'integer_above_max_value', 'dimensions');
  }
  return dimensions;
}

function readFormat({ encoding_format: format }: JsonRecord, refuse: Refuse): boolean {
  if (format !== undefined && format !== null && format !== 'float' && format !== 'base64') {
    const message = `Invalid value: '${String(format)}'. Supported values are: 'float' and 'base64'.`;
    throw refuse(message, 'invalid_value', 'encoding_format');
  }
  return format === 'base64';
}

/** What an embedding model of the demo can do. */
export interface EmbeddingModel {
  dimensions: number;
  /** Whether `dimensions` may request only the beginning of the vector. */
  canShorten: boolean;
}

const models: Readonly<Record<string, EmbeddingModel>> = {
  'demo-embed-small': { dimensions: 256, canShorten: false },
  'demo-embed': { dimensions: 1536, canShorten: true },
  'demo-embed-large': { dimensions: 3072, canShorten: true },
};

/** Returns the sizes of a model; those of the small model for a scenario model. */
export const embeddingModel = (id: string): EmbeddingModel => models[id] ?? { dimensions: 256, canShorten: true };

/** Vector dimensions that one feature adds to: more make accidental similarities smaller. */
const placesOfFeature = 6;
/** Words that occur in every text say little. */
const commonWords: ReadonlySet<string> = new Set(
  'a an and are as at be by for from in is it of on or that the this to was were will with'.split(' '),
);

/** The features of a text or an array of token numbers, with their weights. */
export type Features = Map<string, number>;

/** Returns the stems of the words of a text, its pairs of neighboring words, and the letter groups of each word. */
export function textFeatures(text: string): Features {
  const features: Features = new Map();
  const add = (feature: string, weight: number) => features.set(feature, (features.get(feature) ?? 0) + weight);
  let before = '';
  for (const word of termsOf(text)) {
    const weight = commonWords.has(word) ? 0.2 : 1;
    add(`word ${word}`, weight);
    if (before !== '') add(`pair ${before} ${word}`, weight * 0.3);
    // Shared letter groups make related words similar.
    const groups = letterGroups(word);
    for (const group of groups) add(`letters ${group}`, (weight * 0.8) / Math.sqrt(groups.size));
    before = word;
  }
  if (features.size === 0) add(`signs ${text}`, 1);
  return features;
}

export function tokenFeatures(tokens: readonly number[]): Features {
  const features: Features = new Map();
  const add = (feature: string, weight: number) => features.set(feature, (features.get(feature) ?? 0) + weight);
  for (const [place, token] of tokens.entries()) {
    add(`token ${token}`, 1);
    if (place > 0) add(`pair ${tokens[place - 1]} ${token}`, 0.4);
  }
  return features;
}

/**
 * Returns a vector of length 1 in which every feature has its own dimensions and signs, so that the cosine of two
 * vectors measures how much two texts share. The same for the same model, features and dimensions. A shorter vector is
 * the beginning of the longer one, normalized to length 1.
 */
export function hashedVector(model: string, features: Features, fullDimensions: number, dimensions: number): number[] {
  const sums = new Float64Array(fullDimensions);
  for (const [feature, weight] of features) {
    const chance = chanceFrom(`${model} ${feature}`);
    // The tenth occurrence of a word counts less than the first.
    const strength = weight < 1 ? weight : 1 + Math.log(weight);
    for (let count = 0; count < placesOfFeature; count++) {
      const place = Math.floor(chance.next() * fullDimensions);
      sums[place] = (sums[place] ?? 0) + (chance.next() < 0.5 ? -strength : strength);
    }
  }
  const cut = sums.subarray(0, dimensions);
  const length = Math.sqrt(cut.reduce((sum, value) => sum + value * value, 0));
  // A short prefix may by chance contain nothing of a short text.
  if (length === 0) return Array.from(cut, (_, place) => (place === hash(model) % dimensions ? 1 : 0));
  return Array.from(cut, (value) => Math.round((value / length) * 1e8) / 1e8);
}

/** Packs the values as 32-bit floats, little-endian, in base64. */
export function packFloats(values: readonly number[]): string {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [place, value] of values.entries()) bytes.writeFloatLE(value, place * 4);
  return bytes.toString('base64');
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AuthorizedRequest } from '../incoming-request.ts';
import { readJsonRequest, readModelName } from '../json-request.ts';
import type { JsonRecord } from '../json-value.ts';
import { countTokens } from '../language/tokens.ts';
import { serviceModel } from '../models.ts';
import { invalidRequest, upstreamError } from '../responses/errors.ts';
import { jsonReply, type Reply } from '../responses/reply.ts';
import { type Features, hashedVector, packFloats, textFeatures, tokenFeatures } from '../vectors/hashed-vector.ts';

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
  const body = readJsonRequest(authorized);
  const model = readModelName(authorized, body);
  serviceModel(authorized, model, 'embeddings');
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

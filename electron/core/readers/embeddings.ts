import { formatCount } from '#shared/format.ts';
import type { Part } from '#shared/protocol/part.ts';
import { type Dialect, openOneDocument } from './dialect.ts';
import { asNumber, asObject, type JsonObject, jsonText } from './intake/json-value.ts';
import { append, unexpectedItems, unexpectedShape } from './parts/compose.ts';
import { createResponseId, createUsageTotals, readUsage } from './parts/response-facts.ts';
import {
  byType,
  declaredType,
  type OtherVectors,
  otherVectorsOf,
  readVectorValues,
  type VectorValues,
} from './parts/vector-values.ts';

/** One vector as found in the response. `index` is `null` where the response gave none. */
interface Found {
  index: number | null;
  vector: VectorValues | null;
  /** What arrived instead of one vector. */
  other: OtherVectors | null;
  raw: unknown;
}

/** The vectors of a response, and the number type that it declares for them. */
interface Listed {
  entries: unknown[];
  type: ReturnType<typeof declaredType>;
  /** Number types under which the same vectors arrived as well. */
  others: string[];
}

/**
 * Returns the list of vectors, wherever a server puts it, also for a single bare vector. `null` when the document has
 * none.
 */
function vectorsIn(value: unknown, isInner = false): Listed | null {
  if (Array.isArray(value))
    return listed(readVectorValues(value) && value.length > 1 && !Array.isArray(value[0]) ? [value] : value);
  const document = asObject(value);
  if (document === null) return null;
  const names = [document.encoding_format, document.output_dtype, document.embedding_type, document.dtype];
  const type = names.map(declaredType).find((name) => name !== null) ?? null;
  if (document.data !== undefined) return listed(document.data, type);
  const nested = ['embeddings', 'embeddings_by_type', 'vectors', 'lexical_weights'].find(
    (name) => document[name] !== undefined,
  );
  if (nested !== undefined) {
    const typed = byType(document[nested]);
    return listed(typed.value, typed.type ?? type, typed.others);
  }
  if (document.embedding !== undefined) return listed([document], type);
  return asObject(document.output) && !isInner ? vectorsIn(document.output, true) : null;
}

/** Some servers write an empty list as null. */
function listed(value: unknown, type: Listed['type'] = null, others: string[] = []): Listed | null {
  const entries = value === null ? [] : Array.isArray(value) ? value : null;
  return entries && { entries, type, others };
}

const sparseNames = ['sparse_embedding', 'sparse', 'lexical_weights', 'sparse_vector'];

function readOne(value: unknown, listType: Listed['type']): Found & { others: string[] } {
  const record = asObject(value);
  if (record === null)
    return {
      index: null,
      vector: readVectorValues(value, listType),
      other: otherVectorsOf(value),
      raw: value,
      others: [],
    };
  const inner = record.embedding ?? record.values ?? record.vector ?? record.embeddings;
  const { value: values, type, others } = byType(asObject(inner)?.values ?? inner);
  const own = [record.encoding_format, record.dtype, record.embedding_type]
    .map(declaredType)
    .find((one) => one !== null);
  const index = asNumber(record.index) ?? asNumber(record.text_index);
  const vector = readVectorValues(values, type ?? own ?? listType);
  const sparse = sparseNames.map((name) => record[name]).find((weights) => weights !== undefined);
  return { index, vector, other: otherVectorsOf(inner ?? sparse ?? value), raw: value, others };
}

/** Returns usage of the common shape, or that of vendors with another shape. */
function usageIn(document: JsonObject): unknown {
  const billed = asObject(asObject(document.meta)?.billed_units);
  return (
    document.usage ??
    billed ??
    (document.prompt_eval_count === undefined ? null : { prompt_tokens: document.prompt_eval_count })
  );
}

/** Returns the position of each vector: by index where the indexes are usable, else in order of arrival. */
function positionsOf(found: Found[]): { at: number[]; odd: string | null } {
  const own = found.map(({ index }) => index);
  const inOrder = found.map((_, place) => place);
  if (own.every((index) => index === null)) {
    // Some shapes have no index field; the records of the common one do.
    const lacksIt = found.length > 1 && found.some(({ raw }) => asObject(raw)?.embedding !== undefined);
    return { at: inOrder, odd: lacksIt ? 'have no index' : null };
  }
  const isValid = own.every((index) => index !== null && Number.isInteger(index) && index >= 0);
  if (!isValid || new Set(own).size < own.length) return { at: inOrder, odd: 'have a repeated or missing index' };
  return { at: own as number[], odd: null };
}

const renumbered = (what: string): Part =>
  unexpectedItems(
    `The vectors ${what}, so they are numbered in the order of arrival. Check that this is the order of the inputs.`,
  );

/** Reads `/v1/embeddings` in every known response shape of servers behind gateways. */
export function openEmbeddings(): Dialect {
  const usage = createUsageTotals(readUsage);
  const responseId = createResponseId();
  return openOneDocument({
    name: 'a list of vectors',
    nothing: 'no vectors',
    usage,
    isContent: (part) => part.type === 'vector' || (part.type === 'raw-event' && part.name === otherName),
    read(value) {
      const list = vectorsIn(value);
      const found = list?.entries.map((entry) => readOne(entry, list.type));
      const isNone = found?.every(({ vector, other }) => vector === null && other === null);
      if (!list || !found || (found.length > 0 && isNone)) return null;
      const document = asObject(value) ?? {};
      const parts = responseId.take(document.id, document.model);
      append(parts, vectorParts(found));
      const others = new Set([...list.others, ...found.flatMap((one) => one.others)]);
      if (others.size > 0) parts.push(alsoThere([...others]));
      append(parts, usage.take(usageIn(document)));
      return parts;
    },
  });
}

function vectorParts(found: Found[]): Part[] {
  const { at, odd: unexpected } = positionsOf(found);
  const parts: Part[] = [];
  if (unexpected) parts.push(renumbered(unexpected));
  const order = found.map((_, place) => place).sort((one, other) => (at[one] as number) - (at[other] as number));
  for (const place of order) {
    const { vector, other, raw } = found[place] as Found;
    const index = at[place] as number;
    if (vector) parts.push(vectorPart(index, vector));
    else append(parts, other ? otherEntry(index, other, raw) : unreadableEntry(index, raw));
  }
  append(parts, irregularities(found, at));
  return parts;
}

function vectorPart(index: number, { values, encoding, invalid }: VectorValues): Part {
  const unexpected = invalid.length > 0 ? { invalid } : {};
  return { type: 'vector', index, dimensions: values.length, values, encoding, ...unexpected };
}

/** Name of an event with several vectors, or a sparse one, in place of one vector. */
const otherName = 'vectors';

function otherEntry(index: number, other: OtherVectors, raw: unknown): Part[] {
  const message =
    other.kind === 'tokens'
      ? `Input ${index} has ${formatCount(other.vectors)} vectors of ${formatCount(other.dimensions)} dimensions, one per token, instead of one for the whole text. They are shown as they arrived. For one vector per input, the server must pool them (llama.cpp: --pooling mean).`
      : `Vector ${index} is sparse: ${formatCount(other.weights)} weights of words or tokens. It is shown as it arrived.`;
  return [unexpectedShape(message), { type: 'raw-event', name: otherName, data: jsonText(raw) ?? '' }];
}

const alsoThere = (types: readonly string[]): Part =>
  unexpectedItems(`The same vectors arrived as ${types.join(', ')} as well. Those are in the recorded response.`);

const unreadableEntry = (index: number, raw: unknown): Part[] => [
  unexpectedShape(`Vector ${index} could not be read. It is shown as it arrived.`),
  { type: 'raw-event', name: 'embedding', data: jsonText(raw) ?? '' },
];

function irregularities(found: Found[], at: number[]): Part[] {
  const vectors = found.flatMap(({ vector }) => vector ?? []);
  const sizes = [...new Set(vectors.map(({ values }) => values.length))];
  const gaps = gapsIn(at);
  const invalid = vectors.reduce((sum, vector) => sum + vector.invalid.length, 0);
  const odd: string[] = [];
  if (sizes.length > 1) odd.push(`The vectors do not all have the same dimensions: ${sizes.slice(0, 8).join(', ')}.`);
  if (gaps.length > 0) {
    const named = `${gaps.slice(0, 8).join(', ')}${gaps.length > 8 ? ' and more' : ''}`;
    odd.push(`No vector arrived for ${gaps.length === 1 ? 'input' : 'inputs'} ${named}.`);
  }
  if (invalid > 0) odd.push(`Values that aren't numbers: ${formatCount(invalid)}. They were replaced by 0.`);
  return odd.map(unexpectedItems);
}

/** Returns the missing numbers below the highest one; none when there are too many to count. */
function gapsIn(at: readonly number[]): number[] {
  const present = new Set(at);
  const highest = at.reduce((most, index) => Math.max(most, index), -1);
  if (highest > at.length * 4 + 1000) return [];
  return Array.from({ length: highest + 1 }, (_, index) => index).filter((index) => !present.has(index));
}

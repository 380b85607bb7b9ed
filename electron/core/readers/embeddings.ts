import { formatCount } from '#shared/format.ts';
import type { Part } from '#shared/protocol/part.ts';
import { type Dialect, openOneDocument } from './dialect.ts';
import type { ResponseFacts } from './failures/response-failures.ts';
import { asNumber, asObject, type JsonObject, jsonText, words } from './intake/json-value.ts';
import { append, unexpectedItems, unexpectedShape } from './parts/compose.ts';
import { entryFailure } from './parts/entry-failure.ts';
import { createResponseId, createUsageTotals, readUsage } from './parts/response-facts.ts';
import {
  byType,
  declaredType,
  type OtherVectors,
  otherVectorsOf,
  readVectorValues,
  type VectorValues,
  vectorAsAsked,
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
function vectorsIn(value: unknown, level = 0): Listed | null {
  if (Array.isArray(value))
    return listed(readVectorValues(value) && value.length > 1 && !Array.isArray(value[0]) ? [value] : value);
  const document = asObject(value);
  if (document === null) return null;
  const names = [document.encoding_format, document.output_dtype, document.embedding_type, document.dtype];
  const type = names.map(declaredType).find((name) => name !== null) ?? null;
  const others = denseLists.some((name) => Array.isArray(document[name]))
    ? sparseNames.filter((name) => document[name] !== undefined)
    : [];
  for (const name of lists) {
    const inner = document[name];
    if (inner === undefined || (envelopes.has(name) && asObject(inner))) continue;
    const typed = byType(inner);
    return listed(typed.value, typed.type ?? type, [...typed.others, ...others]);
  }
  if (document.embedding !== undefined) return listed([document], type);
  if (level >= mostEnvelopes) return null;
  for (const name of envelopes) {
    const inner = asObject(document[name]) ? vectorsIn(document[name], level + 1) : null;
    if (inner) return inner;
  }
  return null;
}

const denseLists = ['dense_vecs', 'dense_embeddings', 'dense'];
/** Names of the field that holds the vectors, most common first. */
const lists = words(
  `data embeddings embeddings_by_type vectors ${denseLists.join(' ')} predictions results result lexical_weights`,
);
/** Fields in which services wrap such a document. */
const envelopes: ReadonlySet<string> = new Set(['data', 'output', 'result', 'response']);
const mostEnvelopes = 3;

/** Some servers write an empty list as null. */
function listed(value: unknown, type: Listed['type'] = null, others: string[] = []): Listed | null {
  const entries = value === null ? [] : Array.isArray(value) ? value : null;
  return entries && { entries, type, others };
}

const sparseNames = words(`sparse_embedding sparse_embeddings sparse sparse_vecs lexical_weights sparse_vector`);

/** @param asked the number type that the request asked for, for a response that states none. */
function readOne(value: unknown, listType: Listed['type'], asked: string | undefined): Found & { others: string[] } {
  const record = asObject(value);
  if (record === null)
    return {
      index: null,
      vector: readAs(value, listType, asked),
      other: otherVectorsOf(value),
      raw: value,
      others: [],
    };
  const inner = record.embedding ?? record.values ?? record.vector ?? record.embeddings ?? denseOf(record);
  const holder = asObject(inner);
  const { value: values, type, others } = byType(holder?.values ?? denseOf(holder) ?? inner);
  const own = [record.encoding_format, record.dtype, record.embedding_type]
    .map(declaredType)
    .find((one) => one !== null);
  const index = asNumber(record.index) ?? asNumber(record.text_index);
  const vector = readAs(values, type ?? own ?? listType, asked);
  const sparse = sparseNames.map((name) => record[name]).find((weights) => weights !== undefined);
  const isDense = denseOf(holder) !== undefined || denseOf(record) !== undefined;
  const beside = isDense ? sparseNames.filter((name) => (holder ?? record)[name] !== undefined) : [];
  return { index, vector, other: otherVectorsOf(inner ?? sparse ?? value), raw: value, others: [...others, ...beside] };
}

const denseOf = (record: JsonObject | null): unknown =>
  ['dense', 'dense_embedding', 'dense_vector', 'dense_vec']
    .map((name) => record?.[name])
    .find((value) => value !== undefined);

const readAs = (value: unknown, type: Listed['type'], asked: string | undefined): VectorValues | null =>
  (type === null ? vectorAsAsked(value, asked) : null) ?? readVectorValues(value, type);

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
function positionsOf(found: Found[], inputs: number | undefined): { at: number[]; odd: string | null } {
  const own = found.map(({ index }) => index);
  const inOrder = found.map((_, place) => place);
  if (own.every((index) => index === null)) {
    // Some shapes have no index field; the records of the common one do.
    const lacksIt = found.length > 1 && found.some(({ raw }) => asObject(raw)?.embedding !== undefined);
    return { at: inOrder, odd: lacksIt ? 'have no index' : null };
  }
  const isValid = own.every((index) => index !== null && Number.isInteger(index) && index >= 0);
  if (!isValid || new Set(own).size < own.length) return { at: inOrder, odd: 'have a repeated or missing index' };
  // As many vectors as inputs, and none is the first: the service counts from 1.
  const isFromOne = found.length === inputs && own.every((index) => (index ?? 0) >= 1 && (index ?? 0) <= inputs);
  if (isFromOne) return { at: own.map((index) => (index ?? 1) - 1), odd: null };
  return { at: own as number[], odd: null };
}

const renumbered = (what: string): Part =>
  unexpectedItems(
    `The vectors ${what}, so they are numbered in the order of arrival. Check that this is the order of the inputs.`,
  );

/** Reads `/v1/embeddings` in every known response shape of servers behind gateways. */
export function openEmbeddings({ asked }: Pick<ResponseFacts, 'asked'> = {}): Dialect {
  const usage = createUsageTotals(readUsage);
  const responseId = createResponseId();
  return openOneDocument({
    name: 'a list of vectors',
    nothing: 'no vectors',
    usage,
    isContent: (part) => part.type === 'vector' || (part.type === 'raw-event' && part.name === otherName),
    read(value) {
      const list = vectorsIn(value);
      const found = list?.entries.map((entry) => readOne(entry, list.type, asked?.vectorType));
      const isNone = found?.every(({ vector, other }) => vector === null && other === null);
      if (!list || !found || (found.length > 0 && isNone)) return null;
      const document = asObject(value) ?? {};
      const parts = responseId.take(document.id, document.model);
      append(parts, vectorParts(found, asked?.inputs));
      const others = new Set([...list.others, ...found.flatMap((one) => one.others)]);
      if (others.size > 0) parts.push(alsoThere([...others]));
      append(parts, usage.take(usageIn(document)));
      return parts;
    },
  });
}

function vectorParts(found: Found[], inputs: number | undefined): Part[] {
  const { at, odd: unexpected } = positionsOf(found, inputs);
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

function unreadableEntry(index: number, raw: unknown): Part[] {
  const error = entryFailure(raw);
  const warning =
    error === null
      ? unexpectedShape(`Vector ${index} could not be read. It is shown as it arrived.`)
      : unexpectedItems(`Input ${index} has no vector: ${error}`);
  return [warning, { type: 'raw-event', name: 'embedding', data: jsonText(raw) ?? '' }];
}

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

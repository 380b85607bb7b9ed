import { Buffer } from 'node:buffer';
import { formatCount } from '#shared/format.ts';
import type { Part, VectorEncoding } from '#shared/protocol/part.ts';
import { type Dialect, openOneDocument } from './dialect.ts';
import { asNumber, asObject, type JsonObject, jsonText } from './intake/json-value.ts';
import { append, unexpectedItems, unexpectedShape } from './parts/compose.ts';
import { createResponseId, createUsageTotals, readUsage } from './parts/response-facts.ts';

/** One vector as found in the response. `index` is `null` where the response gave none. */
interface Found {
  index: number | null;
  vector: VectorValues | null;
  raw: unknown;
}

/**
 * Returns the list of vectors, wherever a server puts it, also for a single bare vector. `null` when the document has
 * none.
 */
function vectorsIn(value: unknown, isInner = false): unknown[] | null {
  if (Array.isArray(value)) return readVectorValues(value) && value.length > 1 ? [value] : value;
  const document = asObject(value);
  if (document === null) return null;
  if (document.data !== undefined) return listOf(document.data);
  if (document.embeddings !== undefined) return listOf(byType(document.embeddings));
  if (document.embedding !== undefined) return [document];
  if (document.vectors !== undefined) return listOf(document.vectors);
  return asObject(document.output) && !isInner ? vectorsIn(document.output, true) : null;
}

/** Some servers write an empty list as null. */
const listOf = (value: unknown): unknown[] | null => (value === null ? [] : Array.isArray(value) ? value : null);

/** One vendor nests the vectors under the name of their number type. */
function byType(value: unknown): unknown {
  const record = asObject(value);
  return record ? (record.float ?? record.base64 ?? value) : value;
}

function readOne(value: unknown): Found {
  const record = asObject(value);
  if (record === null) return { index: null, vector: readVectorValues(value), raw: value };
  const inner = record.embedding ?? record.values ?? record.vector;
  const values = asObject(inner)?.values ?? byType(inner);
  const index = asNumber(record.index) ?? asNumber(record.text_index);
  return { index, vector: readVectorValues(values), raw: value };
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
    isContent: ({ type }) => type === 'vector',
    read(value) {
      const found = vectorsIn(value)?.map(readOne);
      if (!found || (found.length > 0 && found.every(({ vector }) => vector === null))) return null;
      const document = asObject(value) ?? {};
      const parts = responseId.take(document.id, document.model);
      append(parts, vectorParts(found));
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
    const { vector, raw } = found[place] as Found;
    const index = at[place] as number;
    if (vector) parts.push(vectorPart(index, vector));
    else append(parts, unreadableEntry(index, raw));
  }
  append(parts, irregularities(found, at));
  return parts;
}

function vectorPart(index: number, { values, encoding, invalid }: VectorValues): Part {
  const unexpected = invalid.length > 0 ? { invalid } : {};
  return { type: 'vector', index, dimensions: values.length, values, encoding, ...unexpected };
}

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

interface VectorValues {
  values: number[];
  encoding: VectorEncoding;
  /** Positions that hold no number; the value there is 0. */
  invalid: number[];
}

const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const floatBytes = 4;

/**
 * Reads a vector in either form: JSON numbers, or little-endian 32-bit floats in base64. Gateways send either form
 * whatever was requested, so only the JSON type decides. `null` for anything else, also for truncated base64.
 */
function readVectorValues(value: unknown): VectorValues | null {
  if (typeof value === 'string') return fromBase64(value.trim());
  // Some servers wrap each vector in a one-element array.
  const list: unknown = Array.isArray(value) && value.length === 1 && Array.isArray(value[0]) ? value[0] : value;
  if (!Array.isArray(list) || list.length === 0) return null;
  return list.every((entry) => typeof entry === 'number' || entry === null) ? cleaned(list, 'float') : null;
}

function fromBase64(text: string): VectorValues | null {
  if (text === '' || !base64.test(text)) return null;
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0 || bytes.length % floatBytes !== 0) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const values = Array.from({ length: bytes.length / floatBytes }, (_, place) =>
    view.getFloat32(place * floatBytes, true),
  );
  return cleaned(values, 'base64');
}

/** JSON has no NaN or Infinity, so these values are replaced by 0 and their positions reported. */
function cleaned(found: (number | null)[], encoding: VectorEncoding): VectorValues {
  const invalid: number[] = [];
  const values = found.map((value, place) => {
    if (value !== null && Number.isFinite(value)) return value;
    invalid.push(place);
    return 0;
  });
  return { values, encoding, invalid };
}

import { Buffer } from 'node:buffer';
import type { Part, VectorEncoding } from '#shared/protocol/part.ts';
import type { Dialect } from './dialect.ts';
import { asNumber, asObject, type JsonObject, jsonText } from './intake/json-value.ts';
import { createResponseId } from './parts/answer-id.ts';
import { append } from './parts/append.ts';
import { unexpectedItems, unexpectedShape } from './parts/unexpected.ts';
import { createUsageTotals, readUsage } from './parts/usage.ts';

/** One vector as it stood in the answer. `index` is `null` where the answer gave none. */
interface Found {
  index: number | null;
  vector: VectorValues | null;
  raw: unknown;
}

/** The list of vectors, wherever a server puts it, or one vector alone. `null` when the document holds none. */
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

/** An empty list may also be written as null. */
const listOf = (value: unknown): unknown[] | null => (value === null ? [] : Array.isArray(value) ? value : null);

/** One vendor keeps the vectors below the name of their number type. */
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

/** Counts of the usual kind, or those of the vendors whose answers have another shape. */
function usageIn(document: JsonObject): unknown {
  const billed = asObject(asObject(document.meta)?.billed_units);
  return (
    document.usage ??
    billed ??
    (document.prompt_eval_count === undefined ? null : { prompt_tokens: document.prompt_eval_count })
  );
}

/** The place of each vector: by index where the indexes make sense, else in the order in which they came. */
function numbered(found: Found[]): { at: number[]; odd: string | null } {
  const own = found.map(({ index }) => index);
  const inOrder = found.map((_, place) => place);
  if (own.every((index) => index === null)) {
    // Some shapes have no place for an index; the records of the common one do.
    const lacksIt = found.length > 1 && found.some(({ raw }) => asObject(raw)?.embedding !== undefined);
    return { at: inOrder, odd: lacksIt ? 'have no index' : null };
  }
  const isAudio = own.every((index) => index !== null && Number.isInteger(index) && index >= 0);
  if (!isAudio || new Set(own).size < own.length) return { at: inOrder, odd: 'repeat or lack their index' };
  return { at: own as number[], odd: null };
}

const numberedAnew = (what: string): Part =>
  unexpectedItems(
    `The vectors ${what}, so they are numbered in the order in which they came; check that it is the order of the texts.`,
  );

/** Reads `/v1/embeddings` in every shape that servers behind gateways are known to answer with. */
export function openEmbeddings(): Dialect {
  const usage = createUsageTotals(readUsage);
  const answerId = createResponseId();
  let count = 0;
  let ended = false;

  function take(value: unknown): Part[] | null {
    const list = vectorsIn(value);
    if (list === null) return null;
    const found = list.map(readOne);
    if (found.length > 0 && found.every(({ vector }) => vector === null)) return null;
    ended = true;
    const document = asObject(value) ?? {};
    const parts = answerId.take(document.id, document.model);
    append(parts, notify(found));
    usage.note(usageIn(document));
    append(parts, usage.report());
    return parts;
  }

  function notify(found: Found[]): Part[] {
    const { at, odd: unexpected } = numbered(found);
    const parts: Part[] = [];
    if (unexpected) parts.push(numberedAnew(unexpected));
    const order = found.map((_, place) => place).sort((one, other) => (at[one] as number) - (at[other] as number));
    for (const place of order) {
      const { vector, raw } = found[place] as Found;
      const index = at[place] as number;
      if (vector) parts.push(vectorPart(index, vector));
      else append(parts, unread(index, raw));
    }
    append(parts, irregularities(found, at));
    return parts;
  }

  function vectorPart(index: number, { values, encoding, invalid }: VectorValues): Part {
    count += 1;
    const unexpected = invalid.length > 0 ? { invalid } : {};
    return { type: 'vector', index, dimensions: values.length, values, encoding, ...unexpected };
  }

  return {
    name: 'a list of vectors',
    nothing: 'no vectors',
    event: (document) => take(document),
    whole: (value) => take(value),
    get finished() {
      return ended;
    },
    failure: null,
    end: () => ({ parts: [], ended, holds: count > 0, finishReason: null, usage: usage.usage, characters: 0 }),
  };
}

/** An entry that is no vector is passed on as it came. */
const unread = (index: number, raw: unknown): Part[] => [
  unexpectedShape(`The vector ${index} could not be read; it follows as it came.`),
  { type: 'raw-event', name: 'embedding', data: jsonText(raw) ?? '' },
];

function irregularities(found: Found[], at: number[]): Part[] {
  const vectors = found.flatMap(({ vector }) => vector ?? []);
  const sizes = [...new Set(vectors.map(({ values }) => values.length))];
  const gaps = gapsIn(at);
  const invalid = vectors.reduce((sum, vector) => sum + vector.invalid.length, 0);
  const unexpected: Part[] = [];
  if (sizes.length > 1)
    unexpected.push(
      unexpectedItems(`The vectors do not all have the same dimensions: ${sizes.slice(0, 8).join(', ')}.`),
    );
  if (gaps.length > 0)
    unexpected.push(
      unexpectedItems(
        `There is no vector for ${gaps.length === 1 ? 'text' : 'texts'} ${gaps.slice(0, 8).join(', ')}${gaps.length > 8 ? ' and more' : ''}.`,
      ),
    );
  if (invalid > 0) unexpected.push(unexpectedItems(`Values that are no number: ${invalid}. 0 stands in their places.`));
  return unexpected;
}

/** Numbers that are missing below the highest one; none when they can not be counted in reason. */
function gapsIn(at: readonly number[]): number[] {
  const present = new Set(at);
  const highest = at.reduce((most, index) => Math.max(most, index), -1);
  if (highest > at.length * 4 + 1000) return [];
  return Array.from({ length: highest + 1 }, (_, index) => index).filter((index) => !present.has(index));
}

/** The values of one vector. */
interface VectorValues {
  values: number[];
  encoding: VectorEncoding;
  /** Places that hold no number; 0 stands there. */
  invalid: number[];
}

const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const floatBytes = 4;

/**
 * Reads a vector in either of its forms: JSON numbers, or 32-bit floats, little end first, in base64. Gateways send either
 * whatever was asked for, so only the JSON type tells. `null` for anything else, also for base64 that was cut.
 */
function readVectorValues(value: unknown): VectorValues | null {
  if (typeof value === 'string') return fromBase64(value.trim());
  // Some servers wrap each vector in a list of one.
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

/** What is no number travels on no wire. */
function cleaned(found: (number | null)[], encoding: VectorEncoding): VectorValues {
  const invalid: number[] = [];
  const values = found.map((value, place) => {
    if (value !== null && Number.isFinite(value)) return value;
    invalid.push(place);
    return 0;
  });
  return { values, encoding, invalid };
}

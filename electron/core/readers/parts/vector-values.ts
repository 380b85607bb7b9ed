import { Buffer } from 'node:buffer';
import type { VectorEncoding } from '#shared/protocol/part.ts';
import { asNumber, asObject, asObjects, parseJson } from '../intake/json-value.ts';
import { withoutBreaks } from './media.ts';

export interface VectorValues {
  values: number[];
  encoding: VectorEncoding;
  /** Positions that hold no number; the value there is 0. */
  invalid: number[];
}

/** Number types under whose name vendors nest vectors, best first; `binary` and `ubinary` have one bit per dimension. */
const numberTypes = ['float', 'base64', 'float32', 'float16', 'int8', 'uint8', 'binary', 'ubinary'] as const;
type NumberType = (typeof numberTypes)[number];

const isNumberType = (name: unknown): name is NumberType => numberTypes.includes(name as NumberType);

/** Returns the number type that a response declares for its vectors; `null` when it declares none. */
export const declaredType = (name: unknown): NumberType | null => {
  const plain = typeof name === 'string' ? name.toLowerCase().replace(/^base64[_-]?(?=\w)/, '') : null;
  return isNumberType(plain) ? plain : null;
};

/** Vectors under the names of their number types: the best of them, its name, and the names of the others. */
export interface TypedVectors {
  value: unknown;
  type: NumberType | null;
  others: string[];
}

/** Some vendors nest the vectors under the name of their number type (Cohere `embeddings_by_type`). */
export function byType(value: unknown): TypedVectors {
  const record = asObject(value);
  const types = record ? numberTypes.filter((type) => record[type] !== undefined && record[type] !== null) : [];
  const [type, ...others] = types;
  return type === undefined || !record ? { value, type: null, others: [] } : { value: record[type], type, others };
}

const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
/** Fewer bytes that are no 32-bit floats are no vector. */
const fewestBytes = 64;

/**
 * Reads a vector in either form: JSON numbers, or base64 of little-endian numbers. Gateways send either form whatever
 * was requested, so only the JSON type decides. Base64 is 32-bit floats, unless the response declares another type or
 * the bytes cannot be floats. `null` for anything else, also for truncated base64.
 */
export function readVectorValues(value: unknown, type: NumberType | null = null): VectorValues | null {
  const list = numbersIn(value);
  if (list === null) return typeof value === 'string' ? fromBase64(withoutBreaks(value), type) : null;
  if (type === 'binary' || type === 'ubinary') return fromBits(list, type);
  return cleaned(list, type === 'int8' || type === 'uint8' ? type : (bytesIn(list) ?? 'float'));
}

/**
 * Returns the numbers of a vector as a list: bare, in a list of one, as text of JSON, as texts, or as a record that
 * numbers them from 0. `null` for anything else.
 */
function numbersIn(value: unknown): (number | null)[] | null {
  if (typeof value === 'string') return value.trimStart().startsWith('[') ? numbersIn(parseJson(value)) : null;
  const list: unknown = Array.isArray(value) && value.length === 1 && Array.isArray(value[0]) ? value[0] : value;
  if (!Array.isArray(list)) {
    const record = asObject(list);
    const names = record ? Object.keys(record) : [];
    // The numbers of a sparse vector are those of words: they do not begin at 0 and go on without a gap.
    return record && names.length > 1 && names.every((name, place) => name === String(place))
      ? numbersIn(Object.values(record))
      : null;
  }
  if (list.length === 0) return null;
  const isText = typeof list[0] === 'string';
  const numbers: unknown[] = isText ? list.map((entry) => asNumber(entry) ?? scientific(entry)) : list;
  const isRead = numbers.every((entry, place) => typeof entry === 'number' || list[place] === null);
  return isRead ? (numbers as (number | null)[]) : null;
}

const scientific = (value: unknown): number | null =>
  typeof value === 'string' && /^-?\d{1,20}(?:\.\d{1,20})?e[+-]?\d{1,3}$/i.test(value) ? Number(value) : null;

/**
 * Reads a vector that states no number type as the type that the request asked for, where its values can be that:
 * packed bits look like any other bytes. `null` where they cannot.
 */
export function vectorAsAsked(value: unknown, asked: string | undefined): VectorValues | null {
  const type = declaredType(asked);
  if (type === null || type === 'float' || type === 'base64' || type === 'float32') return null;
  const list = numbersIn(value);
  if (list === null) {
    const bytes = typeof value === 'string' && base64.test(value) ? Buffer.from(value, 'base64') : null;
    const areFloats =
      bytes && bytes.length % 4 === 0 && bytes.length >= fewestBytes && areUsual(floats(bytes), 1e-10, 1e5);
    return bytes && !areFloats ? readVectorValues(value, type) : null;
  }
  if (type === 'float16' || !list.every((entry) => entry !== null && isByte(entry))) return null;
  if (type === 'int8' || type === 'uint8') return cleaned(list, type);
  // One number per dimension is not packed.
  if (list.every((entry) => Math.abs(entry ?? 0) <= 1)) return null;
  const isSigned =
    list.some((entry) => (entry ?? 0) < 0) || (type === 'binary' && list.every((entry) => (entry ?? 0) <= 127));
  return fromBits(list, isSigned ? 'binary' : 'ubinary');
}

const isByte = (value: number): boolean => Number.isInteger(value) && value >= -128 && value <= 255;

/** Fewer whole numbers may be floats by chance. */
const fewestIntegers = 16;

/** Returns the number type of a list of bytes; `null` for other numbers. */
function bytesIn(list: readonly (number | null)[]): 'int8' | 'uint8' | null {
  const areBytes = list.every((value) => value !== null && isByte(value));
  const isWide = list.some((value) => value !== null && Math.abs(value) > 1);
  if (list.length < fewestIntegers || !areBytes || !isWide) return null;
  return list.some((value) => value !== null && value < 0) ? 'int8' : 'uint8';
}

function fromBase64(text: string, type: NumberType | null): VectorValues | null {
  if (text === '' || !base64.test(text)) return null;
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0) return null;
  if (type === 'binary' || type === 'ubinary') return fromBits([...bytes], 'ubinary');
  if (type === 'int8' || type === 'uint8') return cleaned(bytesAs(bytes, type), type);
  if (type === 'float16') return bytes.length % 2 === 0 ? cleaned(halves(bytes), 'float16') : null;
  return fromUndeclared(bytes, type !== null);
}

/** @param isFloats the response declares 32-bit floats. */
function fromUndeclared(bytes: Buffer, isFloats: boolean): VectorValues | null {
  const values = floats(bytes);
  const isWhole = bytes.length % 4 === 0;
  // A few numbers of any size are believed: tests and small models have them.
  if (isFloats || bytes.length < fewestBytes) return isWhole ? cleaned(values, 'base64') : null;
  if (areUsual(values, 1e-10, 1e5)) {
    // Two 16-bit floats read as one are tiny.
    const short = lengthOf(values) < 0.01 ? halves(bytes) : [];
    if (lengthOf(short) < 0.1) return isWhole ? cleaned(values, 'base64') : null;
  }
  const short = bytes.length % 2 === 0 ? halves(bytes) : [];
  if (short.length > 0 && areUsual(short, 1e-6, 64)) return cleaned(short, 'float16');
  return cleaned(bytesAs(bytes, 'int8'), 'int8');
}

const view = (bytes: Buffer) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

const floats = (bytes: Buffer): number[] =>
  Array.from({ length: Math.floor(bytes.length / 4) }, (_, place) => view(bytes).getFloat32(place * 4, true));

const halves = (bytes: Buffer): number[] =>
  Array.from({ length: Math.floor(bytes.length / 2) }, (_, place) => halfOf(bytes.readUInt16LE(place * 2)));

/** Decodes a 16-bit float. */
function halfOf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * 2 ** -14 * (fraction / 1024);
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * 2 ** (exponent - 15) * (1 + fraction / 1024);
}

const bytesAs = (bytes: Buffer, type: 'int8' | 'uint8'): number[] =>
  Array.from(bytes, (byte) => (type === 'int8' && byte > 127 ? byte - 256 : byte));

/** Values of vectors are neither as great nor as small as other bytes read as floats. */
const isUsual = (value: number, least: number, most: number): boolean =>
  value === 0 || (Math.abs(value) >= least && Math.abs(value) <= most);

const areUsual = (values: readonly number[], least: number, most: number): boolean =>
  values.filter((value) => isUsual(value, least, most)).length >= values.length * 0.9;

const lengthOf = (values: readonly number[]): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));

/** Unpacks one bit per dimension, highest bit first, into 1 and -1, whose cosine is what binary vectors compare by. */
function fromBits(bytes: readonly (number | null)[], type: 'binary' | 'ubinary'): VectorValues | null {
  if (!bytes.every((byte) => byte !== null && isByte(byte))) return null;
  const values = bytes.flatMap((byte) => {
    // Signed bytes are the unsigned ones less 128.
    const bits = type === 'binary' ? (byte as number) + 128 : (byte as number);
    return Array.from({ length: 8 }, (_, place) => ((bits >> (7 - place)) & 1 ? 1 : -1));
  });
  return { values, encoding: type, invalid: [] };
}

/** JSON has no NaN or Infinity, so these values are replaced by 0 and their positions reported. */
function cleaned(found: readonly (number | null)[], encoding: VectorEncoding): VectorValues {
  const invalid: number[] = [];
  const values = found.map((value, place) => {
    if (value !== null && Number.isFinite(value)) return value;
    invalid.push(place);
    return 0;
  });
  return { values, encoding, invalid };
}

/** What is not one vector per input. */
export type OtherVectors =
  | { kind: 'tokens'; vectors: number; dimensions: number }
  | { kind: 'sparse'; weights: number };

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length > 0 && value.every((entry) => typeof entry === 'number');

/** Recognizes several vectors for one input, such as one per token, and sparse vectors; `null` for anything else. */
export function otherVectorsOf(value: unknown): OtherVectors | null {
  if (Array.isArray(value) && value.length > 1 && value.every(isNumbers))
    return { kind: 'tokens', vectors: value.length, dimensions: (value[0] as number[]).length };
  const pairs = asObjects(value);
  const isPair = (pair: Record<string, unknown>) => 'index' in pair && typeof pair.value === 'number';
  if (pairs.length > 0 && Array.isArray(value) && pairs.length === value.length && pairs.every(isPair))
    return { kind: 'sparse', weights: pairs.length };
  const record = asObject(value);
  if (record === null) return null;
  if (Array.isArray(record.indices) && isNumbers(record.values))
    return { kind: 'sparse', weights: record.values.length };
  const weights = Object.entries(record);
  const areWeights = weights.length > 0 && weights.every(([, weight]) => typeof weight === 'number');
  return areWeights ? { kind: 'sparse', weights: weights.length } : null;
}

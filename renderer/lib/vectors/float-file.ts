import { dot } from './cosine.ts';

/** Bytes before the values: a magic number, how many vectors, and how many values each. */
const headBytes = 16;
const mark = 0x3156_4250; // "PBV1", little endian

/** Rows of equal length in one contiguous array. */
export interface FloatRows {
  rows: number;
  dimensions: number;
  values: Float32Array;
}

/** Packs rows into a file: a header of four little-endian words, their places, then their values. */
export function packRows(places: readonly number[], vectors: readonly Float32Array[]): ArrayBuffer {
  const dimensions = vectors[0]?.length ?? 0;
  const buffer = new ArrayBuffer(headBytes + places.length * 4 + places.length * dimensions * 4);
  new Uint32Array(buffer, 0, 4).set([mark, places.length, dimensions, 0]);
  new Uint32Array(buffer, headBytes, places.length).set(places);
  const values = new Float32Array(buffer, headBytes + places.length * 4);
  for (const [row, vector] of vectors.entries()) values.set(vector, row * dimensions);
  return buffer;
}

/** Reads the vectors of a stored file by place. `null` when the bytes are not such a file, or are incomplete. */
export function unpackRows(buffer: ArrayBuffer): Map<number, Float32Array> | null {
  if (buffer.byteLength < headBytes) return null;
  const [found, rows = 0, dimensions = 0] = new Uint32Array(buffer, 0, 4);
  if (found !== mark || buffer.byteLength !== headBytes + rows * 4 + rows * dimensions * 4) return null;
  const places = new Uint32Array(buffer, headBytes, rows);
  const values = new Float32Array(buffer, headBytes + rows * 4);
  return new Map(
    Array.from(places, (place, row) => [place, values.subarray(row * dimensions, (row + 1) * dimensions)]),
  );
}

/** Concatenates vectors of equal length. */
export function joinRows(vectors: readonly Float32Array[]): FloatRows {
  const dimensions = vectors[0]?.length ?? 0;
  const values = new Float32Array(vectors.length * dimensions);
  for (const [row, vector] of vectors.entries()) values.set(vector, row * dimensions);
  return { rows: vectors.length, dimensions, values };
}

/** Returns one row, without a copy. */
export const rowOf = ({ values, dimensions }: FloatRows, row: number): Float32Array =>
  values.subarray(row * dimensions, (row + 1) * dimensions);

/**
 * Writes rows as a NumPy file, version 1.0: `numpy.load` returns an array of `rows` x `dimensions` 32-bit floats. The
 * header is padded so that the values begin at a multiple of 64 bytes, as NumPy writes it.
 */
export function toNpy({ rows, dimensions, values }: FloatRows): Uint8Array<ArrayBuffer> {
  const facts = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${dimensions}), }`;
  const prefix = 10;
  const padded = Math.ceil((prefix + facts.length + 1) / 64) * 64;
  const head = `${facts.padEnd(padded - prefix - 1)}\n`;
  const bytes = new Uint8Array(padded + values.byteLength);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, head.length & 0xff, head.length >> 8]);
  bytes.set(new TextEncoder().encode(head), prefix);
  const view = new DataView(bytes.buffer, padded);
  for (let at = 0; at < values.length; at++) view.setFloat32(at * 4, values[at] as number, true);
  return bytes;
}

/**
 * Normalizes every row to length 1, so that a product of two rows is their cosine; a row of zeros stays. Changes
 * `rows`.
 */
export function makeUnit(rows: FloatRows): FloatRows {
  for (let row = 0; row < rows.rows; row++) {
    const values = rowOf(rows, row);
    const length = Math.sqrt(dot(values, values));
    if (length > 0) for (let at = 0; at < values.length; at++) values[at] = (values[at] as number) / length;
  }
  return rows;
}

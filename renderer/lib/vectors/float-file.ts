/** Bytes before the values: a mark, how many vectors, and how many values each. */
const headBytes = 16;
const mark = 0x3156_4250; // "PBV1", little end first

/** Rows of equal length in one run of memory. */
export interface FloatRows {
  rows: number;
  dimensions: number;
  values: Float32Array;
}

/** Rows as the file that keeps them: four little-endian words of head, their places, then their values. */
export function packRows(places: readonly number[], vectors: readonly Float32Array[]): ArrayBuffer {
  const dimensions = vectors[0]?.length ?? 0;
  const buffer = new ArrayBuffer(headBytes + places.length * 4 + places.length * dimensions * 4);
  new Uint32Array(buffer, 0, 4).set([mark, places.length, dimensions, 0]);
  new Uint32Array(buffer, headBytes, places.length).set(places);
  const values = new Float32Array(buffer, headBytes + places.length * 4);
  for (const [row, vector] of vectors.entries()) values.set(vector, row * dimensions);
  return buffer;
}

/** The vectors of a kept file by place. `null` when the bytes are not such a file, or not all of it. */
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

/** Puts vectors of equal length one after the other. */
export function joinRows(vectors: readonly Float32Array[]): FloatRows {
  const dimensions = vectors[0]?.length ?? 0;
  const values = new Float32Array(vectors.length * dimensions);
  for (const [row, vector] of vectors.entries()) values.set(vector, row * dimensions);
  return { rows: vectors.length, dimensions, values };
}

/** One row, without a copy. */
export const rowOf = ({ values, dimensions }: FloatRows, row: number): Float32Array =>
  values.subarray(row * dimensions, (row + 1) * dimensions);

import { type FloatRows, rowOf } from './float-file.ts';
import { product } from './nearest.ts';

/** Cosines between some rows of length 1, row by row. */
export function cosineMatrix(rows: FloatRows, places: readonly number[]): Float32Array {
  const size = places.length;
  const matrix = new Float32Array(size * size);
  for (const [at, place] of places.entries()) {
    const isZero = rowOf(rows, place).every((value) => value === 0);
    for (let other = at; other < size; other++) {
      const score = isZero ? 0 : Math.min(1, product(rows, place, places[other] as number));
      matrix[at * size + other] = score;
      matrix[other * size + at] = score;
    }
  }
  return matrix;
}

import { dotAt, norm } from './cosine.ts';
import type { FloatRows } from './float-file.ts';
import { seededRandom } from './random.ts';

export interface Pca {
  /** The rows along their principal components, the largest variance first. */
  reduced: FloatRows;
  /** The share of the total variance that each component explains, from 0 to 1. */
  shares: number[];
  /** Returns where another vector of the same dimensions is along the components. */
  project(vector: Float32Array): Float32Array;
}

/** Maximum rows from which the components are computed; all rows are then projected on them. */
const sampleRows = 1200;
const iterations = 4;

/**
 * Principal components by block subspace iteration, which never builds the covariance matrix: 10,000 rows of 1,536 values
 * take about two seconds.
 *
 * @param wanted directions; fewer where the rows have fewer.
 */
export function pca(rows: FloatRows, wanted: number): Pca {
  const width = Math.max(1, Math.min(wanted, rows.dimensions, rows.rows));
  const mean = meanOf(rows);
  const basis = findBasis(rows, mean, width);
  const projected = project(rows, mean, basis, width);
  const spread = new Float64Array(width * width);
  for (let row = 0; row < rows.rows; row++)
    for (let one = 0; one < width; one++)
      for (let other = one; other < width; other++)
        spread[one * width + other] =
          (spread[one * width + other] as number) +
          (projected[row * width + one] as number) * (projected[row * width + other] as number);
  for (let one = 0; one < width; one++)
    for (let other = 0; other < one; other++) spread[one * width + other] = spread[other * width + one] as number;
  const { values, vectors } = eigen(spread, width);
  const whole = totalVariance(rows, mean);
  return {
    reduced: { rows: rows.rows, dimensions: width, values: rotateRows(projected, vectors, rows.rows, width) },
    shares: Array.from(values, (value) => (whole > 0 ? Math.max(0, value) / whole : 0)),
    project: (vector) =>
      rotateRows(
        project({ rows: 1, dimensions: vector.length, values: vector }, mean, basis, width),
        vectors,
        1,
        width,
      ),
  };
}

function meanOf({ rows, dimensions, values }: FloatRows): Float32Array {
  const sums = new Float64Array(dimensions);
  for (let row = 0, at = 0; row < rows; row++)
    for (let place = 0; place < dimensions; place++, at++)
      sums[place] = (sums[place] as number) + (values[at] as number);
  return Float32Array.from(sums, (sum) => sum / Math.max(1, rows));
}

function totalVariance({ rows, dimensions, values }: FloatRows, mean: Float32Array): number {
  let sum = 0;
  for (let row = 0, at = 0; row < rows; row++)
    for (let place = 0; place < dimensions; place++, at++)
      sum += ((values[at] as number) - (mean[place] as number)) ** 2;
  return sum;
}

/** Returns `width` orthogonal directions, one after the other, that contain nearly all of the largest variance. */
function findBasis({ rows, dimensions, values }: FloatRows, mean: Float32Array, width: number): Float32Array {
  const random = seededRandom(7);
  const basis = Float32Array.from({ length: width * dimensions }, () => random() - 0.5);
  const step = Math.max(1, rows / sampleRows);
  const centered = new Float32Array(dimensions);
  for (let round = 0; round < iterations; round++) {
    orthonormalize(basis, width, dimensions);
    const next = new Float32Array(width * dimensions);
    for (let at = 0; at < rows; at += step) {
      const start = Math.floor(at) * dimensions;
      for (let place = 0; place < dimensions; place++)
        centered[place] = (values[start + place] as number) - (mean[place] as number);
      for (let direction = 0; direction < width; direction++) {
        const offset = direction * dimensions;
        const weight = dotAt(centered, 0, basis, offset, dimensions);
        for (let place = 0; place < dimensions; place++)
          next[offset + place] = (next[offset + place] as number) + weight * (centered[place] as number);
      }
    }
    basis.set(next);
  }
  orthonormalize(basis, width, dimensions);
  return basis;
}

/** A direction in which nothing is left becomes zero. */
function orthonormalize(basis: Float32Array, width: number, dimensions: number): void {
  for (let one = 0; one < width; one++) {
    const own = basis.subarray(one * dimensions, (one + 1) * dimensions);
    const before = norm(own);
    for (let other = 0; other < one; other++) {
      const against = basis.subarray(other * dimensions, (other + 1) * dimensions);
      const product = dotAt(own, 0, against, 0, dimensions);
      for (let place = 0; place < dimensions; place++)
        own[place] = (own[place] as number) - product * (against[place] as number);
    }
    const length = norm(own);
    const scale = length > before * 1e-5 && length > 0 ? 1 / length : 0;
    for (let place = 0; place < dimensions; place++) own[place] = (own[place] as number) * scale;
  }
}

function project({ rows, dimensions, values }: FloatRows, mean: Float32Array, basis: Float32Array, width: number) {
  const projected = new Float32Array(rows * width);
  const shift = new Float64Array(width);
  for (let direction = 0; direction < width; direction++)
    for (let place = 0; place < dimensions; place++)
      shift[direction] =
        (shift[direction] as number) + (mean[place] as number) * (basis[direction * dimensions + place] as number);
  for (let row = 0; row < rows; row++)
    for (let direction = 0; direction < width; direction++)
      projected[row * width + direction] =
        dotAt(values, row * dimensions, basis, direction * dimensions, dimensions) - (shift[direction] as number);
  return projected;
}

/** Returns the rows along other axes of the same space. */
function rotateRows(rows: Float32Array, axes: Float64Array, count: number, width: number): Float32Array {
  const turned = new Float32Array(rows.length);
  for (let row = 0; row < count; row++)
    for (let axis = 0; axis < width; axis++) {
      let sum = 0;
      for (let at = 0; at < width; at++)
        sum += (rows[row * width + at] as number) * (axes[axis * width + at] as number);
      turned[row * width + axis] = sum;
    }
  return turned;
}

/** Maximum sweeps until the matrix counts as diagonal; in practice fewer than ten are needed. */
const maxSweeps = 60;

/**
 * Eigenvalues and eigenvectors of a small symmetric matrix, by Jacobi rotations, the largest value first.
 *
 * @param matrix `size` rows of `size` values; it is changed.
 * @returns `vectors`: row by row, each of length 1.
 */
export function eigen(matrix: Float64Array, size: number): { values: Float64Array; vectors: Float64Array } {
  const turned = new Float64Array(size * size);
  for (let at = 0; at < size; at++) turned[at * size + at] = 1;
  const entry = (row: number, column: number) => matrix[row * size + column] as number;
  for (let sweep = 0; sweep < maxSweeps; sweep++) {
    let rest = 0;
    let whole = 0;
    for (let row = 0; row < size; row++)
      for (let column = 0; column < size; column++) {
        const square = entry(row, column) ** 2;
        whole += square;
        if (row !== column) rest += square;
      }
    if (rest <= whole * 1e-22) break;
    for (let row = 0; row < size; row++)
      for (let column = row + 1; column < size; column++) turn(matrix, turned, size, row, column);
  }
  const order = Array.from({ length: size }, (_, at) => at).sort((one, other) => entry(other, other) - entry(one, one));
  const vectors = new Float64Array(size * size);
  for (const [place, at] of order.entries()) vectors.set(turned.subarray(at * size, (at + 1) * size), place * size);
  return { values: Float64Array.from(order, (at) => entry(at, at)), vectors };
}

/** Rotates two axes so that the entry between them becomes zero. */
function turn(matrix: Float64Array, turned: Float64Array, size: number, row: number, column: number): void {
  const between = matrix[row * size + column] as number;
  if (between === 0) return;
  const half = ((matrix[column * size + column] as number) - (matrix[row * size + row] as number)) / (2 * between);
  const tangent = (half >= 0 ? 1 : -1) / (Math.abs(half) + Math.sqrt(half * half + 1));
  const c = 1 / Math.sqrt(tangent * tangent + 1);
  const s = tangent * c;
  for (let at = 0; at < size; at++) {
    const first = matrix[at * size + row] as number;
    const second = matrix[at * size + column] as number;
    matrix[at * size + row] = c * first - s * second;
    matrix[at * size + column] = s * first + c * second;
  }
  for (const target of [matrix, turned])
    for (let at = 0; at < size; at++) {
      const first = target[row * size + at] as number;
      const second = target[column * size + at] as number;
      target[row * size + at] = c * first - s * second;
      target[column * size + at] = s * first + c * second;
    }
}

/** Turns until the matrix counts as diagonal; in practice fewer than ten are needed. */
const mostSweeps = 60;

/**
 * Eigenvalues and eigenvectors of a small symmetric matrix, by Jacobi's turns, the greatest value first.
 *
 * @param matrix `size` rows of `size` values; it is changed.
 * @returns `vectors`: row by row, each of length 1.
 */
export function eigen(matrix: Float64Array, size: number): { values: Float64Array; vectors: Float64Array } {
  const turned = new Float64Array(size * size);
  for (let at = 0; at < size; at++) turned[at * size + at] = 1;
  const entry = (row: number, column: number) => matrix[row * size + column] as number;
  for (let sweep = 0; sweep < mostSweeps; sweep++) {
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

/** Turns two axes so that the entry between them becomes zero. */
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

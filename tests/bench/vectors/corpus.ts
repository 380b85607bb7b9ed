import type { FloatRows } from '../../../renderer/lib/vectors/float-file.ts';
import { seededRandom } from '../../../renderer/lib/vectors/random.ts';

/** Rows of length about 1 around `centers` directions: what vectors of a corpus with as many subjects look like. */
export function syntheticRows(rows: number, dimensions: number, centers: number): FloatRows {
  const random = seededRandom(1);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const middle = Array.from({ length: centers }, () => Float32Array.from({ length: dimensions }, normal));
  const values = new Float32Array(rows * dimensions);
  for (let row = 0; row < rows; row++) {
    const center = middle[row % centers] as Float32Array;
    for (let at = 0; at < dimensions; at++) values[row * dimensions + at] = (center[at] as number) + normal() * 1.5;
  }
  return { rows, dimensions, values };
}

import { dot } from './cosine.ts';
import { type FloatRows, rowOf } from './float-file.ts';

/** Brings every row to length 1, so that a product of two rows is their cosine; a row of zeros stays. Changes `rows`. */
export function makeUnit(rows: FloatRows): FloatRows {
  for (let row = 0; row < rows.rows; row++) {
    const values = rowOf(rows, row);
    const length = Math.sqrt(dot(values, values));
    if (length > 0) for (let at = 0; at < values.length; at++) values[at] = (values[at] as number) / length;
  }
  return rows;
}

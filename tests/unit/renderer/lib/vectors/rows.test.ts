import { expect, test } from 'vitest';
import { cosine } from '../../../../../renderer/lib/vectors/cosine.ts';
import { packRows, toNpy, unpackRows } from '../../../../../renderer/lib/vectors/float-file.ts';
import { vectorFacts, verdictOf } from '../../../../../renderer/lib/vectors/vector-facts.ts';

const vector = (...values: number[]) => Float32Array.from(values);

test('the cosine is that of the angle, and none where there is no angle', () => {
  expect(cosine(vector(1, 0, 0, 0, 2), vector(2, 0, 0, 0, 4))).toBeCloseTo(1);
  expect(cosine(vector(1, 0), vector(0, 3))).toBe(0);
  expect(cosine(vector(1, 1), vector(-1, -1))).toBeCloseTo(-1);
  expect(cosine(vector(0, 0), vector(1, 1))).toBeNaN();
  expect(cosine(vector(1), vector(1, 1))).toBeNaN();
});

test('stored vectors are restored by their positions, and a truncated file gives nothing', () => {
  const bytes = packRows([7, 2], [vector(1, 2, 3), vector(4, 5, 6)]);
  expect([...(unpackRows(bytes) ?? [])]).toEqual([
    [7, vector(1, 2, 3)],
    [2, vector(4, 5, 6)],
  ]);
  expect(unpackRows(bytes.slice(0, -4))).toBeNull();
  expect(unpackRows(new ArrayBuffer(3))).toBeNull();
});

test('an NPY file has the header that NumPy writes', () => {
  const bytes = toNpy({ rows: 2, dimensions: 3, values: vector(1, 2, 3, 4, 5, 6.5) });
  const view = new DataView(bytes.buffer);
  const headLength = view.getUint16(8, true);
  expect([...bytes.subarray(0, 8)]).toEqual([0x93, ...Buffer.from('NUMPY'), 1, 0]);
  expect((10 + headLength) % 64).toBe(0);
  const head = Buffer.from(bytes.subarray(10, 10 + headLength)).toString('latin1');
  expect(head).toMatch(/^\{'descr': '<f4', 'fortran_order': False, 'shape': \(2, 3\), \} *\n$/);
  expect(view.getFloat32(10 + headLength + 5 * 4, true)).toBe(6.5);
});

const verdict = (vectors: (Float32Array | null)[], texts = vectors.map((_, at) => `text ${at}`)) =>
  verdictOf(vectorFacts(texts, vectors));

test('the verdict names the worst problem found', () => {
  expect(verdict([vector(1, 0), vector(0, 1)])).toBe('sound');
  expect(verdict([vector(2, 0), vector(0, 1)])).toBe('unnormalized');
  expect(verdict([vector(1, 0), vector(0, 0)])).toBe('zero');
  expect(verdict([vector(1, 0), vector(1, 0), vector(1, 0)])).toBe('all-equal');
  expect(verdict([vector(1, 0), vector(1, 0), vector(0, 1)])).toBe('some-equal');
  expect(verdict([vector(1, 0), vector(1)])).toBe('mixed-dimensions');
  expect(verdict([vector(1, 0), null])).toBe('fewer');
  expect(verdict([null])).toBe('none');
});

test('equal vectors of equal texts are expected', () => {
  expect(verdict([vector(1, 0), vector(1, 0)], ['same', 'same'])).toBe('sound');
});

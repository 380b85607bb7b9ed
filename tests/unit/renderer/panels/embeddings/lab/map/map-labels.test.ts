import { expect, test } from 'vitest';
import { seededRandom } from '../../../../../../../renderer/lib/vectors/random.ts';
import { placeLabels } from '../../../../../../../renderer/panels/embeddings/lab/map/map-labels.ts';

const box = { width: 480, height: 360 };
const label = (x: number, y: number, count = 10, width = 90) => ({
  x,
  y,
  spreadX: 20,
  spreadY: 20,
  count,
  width,
  height: 16,
});

test('no label is over another one or outside the map, however close their groups are', () => {
  const random = seededRandom(5);
  for (let round = 0; round < 40; round++) {
    const labels = Array.from({ length: 12 }, () => label(random() * box.width, random() * box.height, 5));
    const places = placeLabels(labels, [], box);
    for (const [at, one] of places.entries()) {
      if (!one) continue;
      expect(one.x - 45).toBeGreaterThanOrEqual(0);
      expect(one.x + 45).toBeLessThanOrEqual(box.width);
      expect(one.y - 8).toBeGreaterThanOrEqual(0);
      expect(one.y + 8).toBeLessThanOrEqual(box.height);
      for (const other of places.slice(at + 1))
        if (other) expect(Math.abs(one.x - other.x) >= 90 || Math.abs(one.y - other.y) >= 16).toBe(true);
    }
  }
});

test('a label without room is hidden, and the larger group keeps its own', () => {
  const crowd = Array.from({ length: 30 }, (_, at) => label(240, 180, at + 1, 460));
  const places = placeLabels(crowd, [], box);
  expect(places.at(-1)).not.toBeNull();
  expect(places.filter((place) => place === null).length).toBeGreaterThan(10);
});

test('a label avoids points where it can, and a group out of sight has none', () => {
  const above = Array.from({ length: 80 }, (_, at) => [200 + at, 140]).flat();
  const [place] = placeLabels([label(240, 180)], above, box);
  expect(Math.abs((place?.y ?? 140) - 140) > 8 || Math.abs((place?.x ?? 240) - 240) > 80).toBe(true);
  expect(placeLabels([label(900, 180)], [], box)).toEqual([null]);
});

import { expect, test } from 'vitest';
import {
  besidePoint,
  fitView,
  rowAt,
  rowsWithin,
  rowTowards,
  zoomAt,
} from '../../../../../../../renderer/panels/embeddings/lab/map/map-view.ts';

const size = { width: 400, height: 300 };
/** A cross: the center, then right, left, below, above. */
const cross = Float32Array.of(0, 0, 2, 0, -2, 0, 0, 1, 0, -1);
const all = () => true;

test('the view shows every point, with a margin at the edges', () => {
  const view = fitView([cross], size);
  for (let row = 0; row < 5; row++) {
    const x = (cross[row * 2] as number) * view.scale + view.left;
    const y = (cross[row * 2 + 1] as number) * view.scale + view.top;
    expect(x).toBeGreaterThan(30);
    expect(x).toBeLessThan(370);
    expect(y).toBeGreaterThan(30);
    expect(y).toBeLessThan(270);
  }
});

test('one point, or several in one place, are centered', () => {
  const view = fitView([Float32Array.of(5, 5, 5, 5)], size);
  expect(5 * view.scale + view.left).toBeCloseTo(200);
  expect(Number.isFinite(view.scale)).toBe(true);
  expect(fitView([new Float32Array(0)], size)).toEqual({ scale: 1, left: 200, top: 150 });
});

test('zooming keeps the position under the pointer, and is limited', () => {
  const view = fitView([cross], size);
  const near = zoomAt(view, 2, 120, 80, view.scale);
  expect((120 - near.left) / near.scale).toBeCloseTo((120 - view.left) / view.scale);
  expect(zoomAt(view, 1e9, 0, 0, view.scale).scale).toBe(view.scale * 400);
});

test('the pointer finds the nearest visible point within its reach', () => {
  const view = fitView([cross], size);
  expect(rowAt(cross, view, 203, 152, 12, all)).toBe(0);
  expect(rowAt(cross, view, 240, 180, 12, all)).toBe(-1);
  expect(rowAt(cross, view, 203, 152, 12, (row) => row !== 0)).toBe(-1);
});

test('arrow keys move to the point in their direction', () => {
  expect(rowTowards(cross, 0, [1, 0], all)).toBe(1);
  expect(rowTowards(cross, 0, [-1, 0], all)).toBe(2);
  expect(rowTowards(cross, 0, [0, 1], all)).toBe(3);
  expect(rowTowards(cross, 1, [1, 0], all)).toBe(-1);
  expect(rowTowards(cross, 2, [1, 0], all)).toBe(0);
});

test('a lasso selects exactly what is inside its line', () => {
  const view = { scale: 100, left: 200, top: 150 };
  expect(rowsWithin(cross, view, [150, 100, 450, 100, 450, 200, 150, 200])).toEqual([0, 1]);
  expect(rowsWithin(cross, view, [0, 0, 1, 0, 1, 1])).toEqual([]);
});

test('a card is beside its point wherever that is, never over it and never outside the map', () => {
  for (const box of [size, { width: 490, height: 360 }, { width: 300, height: 200 }, { width: 900, height: 240 }])
    for (let x = 0; x <= box.width; x += box.width / 8)
      for (let y = 0; y <= box.height; y += box.height / 8) {
        const { left, top, bottom, width, maxHeight } = besidePoint(x, y, box);
        const up = top ?? box.height - (bottom ?? 0) - maxHeight;
        const down = top === undefined ? box.height - (bottom ?? 0) : top + maxHeight;
        const isOver = x >= left && x <= left + width && y >= up && y <= down;
        expect(isOver, `${x} ${y} in ${box.width} x ${box.height}`).toBe(false);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left + width).toBeLessThanOrEqual(box.width);
        expect(up).toBeGreaterThanOrEqual(0);
        expect(down).toBeLessThanOrEqual(box.height);
      }
});

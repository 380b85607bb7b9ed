import { expect, test } from 'vitest';
import { maxSpacerPx, rowWindow, topRowFor } from '../../../../../renderer/ui/lists/use-row-window.ts';

test('few rows: one pixel of scrolling is one pixel of rows', () => {
  const shown = rowWindow(1000, 20, 400, 100);
  expect(shown.spacerPx).toBe(20_000);
  expect(shown.pxPerRow).toBe(20);
  expect(shown.first).toBeLessThanOrEqual(100);
  expect(shown.last).toBeGreaterThanOrEqual(120);
  expect(shown.offsetPx).toBe(shown.first * 20);
});

test('scrolling never passes the ends', () => {
  expect(rowWindow(10, 20, 400, 50)).toMatchObject({ first: 0, last: 10, offsetPx: 0 });
  expect(rowWindow(0, 20, 400, 0)).toMatchObject({ first: 0, last: 0, spacerPx: 0 });
  const end = rowWindow(1000, 20, 400, 5000);
  expect(end.last).toBe(1000);
});

test('ten million rows fit into what a browser can scroll, and the last row ends exactly at the bottom', () => {
  const rows = 10_000_000;
  const viewPx = 500;
  const end = rowWindow(rows, 18, viewPx, rows);
  expect(end.spacerPx).toBe(maxSpacerPx);
  expect(end.pxPerRow).toBeLessThan(18);
  const drawnFoot = end.offsetPx + (end.last - end.first) * 18;
  expect(drawnFoot).toBeCloseTo(maxSpacerPx, 3);
  expect(rowWindow(rows, 18, viewPx, 0).offsetPx).toBe(0);
});

test('bringing a row into view scrolls no further than needed', () => {
  expect(topRowFor(15, 10, 20, 'nearest')).toBe(10);
  expect(topRowFor(5, 10, 20, 'nearest')).toBe(5);
  expect(topRowFor(40, 10, 20, 'nearest')).toBe(21);
  expect(topRowFor(40, 10, 20, 'center')).toBe(30);
});

import { expect, test } from 'vitest';
import { chunkChart } from '../../../../../../renderer/lib/inspector/tabs/chunks-tab.tsx';

const mark = (atMs: number, sizeBytes = 100) => ({ atMs, sizeBytes });

test('bytes are counted in the column of their time, and none is lost', () => {
  const chart = chunkChart([mark(100), mark(150, 50), mark(200, 10)], 4);
  expect(chart).toMatchObject({ columns: [100, 0, 50, 10], peakBytes: 100, totalBytes: 160, fromMs: 100, toMs: 200 });
  expect(chart?.bytesPerSecond).toBe(600);
});

test('a pause far longer than usual is a gap, the longest first', () => {
  const times = [0, 20, 40, 60, 700, 720, 740, 2000];
  expect(
    chunkChart(
      times.map((at) => mark(at)),
      10,
    )?.gaps,
  ).toEqual([
    { fromMs: 740, toMs: 2000 },
    { fromMs: 60, toMs: 700 },
  ]);
});

test('a response that is slow throughout has no gaps', () => {
  expect(
    chunkChart(
      [0, 1000, 2000, 3100].map((at) => mark(at)),
      10,
    )?.gaps,
  ).toEqual([]);
});

test('one chunk has no rate; none has no chart', () => {
  expect(chunkChart([mark(5)], 3)).toMatchObject({ columns: [100, 0, 0], bytesPerSecond: null, medianPauseMs: 0 });
  expect(chunkChart([], 3)).toBeNull();
});

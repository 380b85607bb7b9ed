import { expect, test } from 'vitest';
import { agreementOf, bestLane, figuresOf } from '../../../../../renderer/panels/compare/model/figures.ts';
import type { CellHead, CellMetrics } from '../../../../../shared/contract/compare.ts';

const cell = (ttftMs: number | null, state: CellHead['state'] = 'done'): Pick<CellHead, 'state' | 'metrics'> => ({
  state,
  metrics: { ttftMs, usage: null, receivedBytes: 1 } as CellMetrics,
});
const lane = (laneId: string, ...ttfts: number[]) => ({ laneId, figures: figuresOf(ttfts.map((ttft) => cell(ttft))) });

test('a figure is the median and range of the complete replies that have it', () => {
  const { ttft, tokensOut } = figuresOf([cell(10), cell(30), cell(20), cell(null), cell(999, 'interrupted')]);
  expect(ttft).toEqual({ median: 20, min: 10, max: 30, count: 3 });
  expect(tokensOut).toBeNull();
});

test('the best lane is marked only where the ranges of repeats do not overlap', () => {
  expect(bestLane([lane('a', 10), lane('b', 20)], 'ttft')).toBe('a');
  expect(bestLane([lane('a', 10, 25), lane('b', 20, 40)], 'ttft')).toBeNull();
  expect(bestLane([lane('a', 10), lane('b', 10)], 'ttft')).toBeNull();
  expect(bestLane([lane('a', 10)], 'ttft')).toBeNull();
});

test('no lane is best in a column where neither more nor less is better', () => {
  expect(bestLane([lane('a', 10), lane('b', 20)], 'bytes')).toBeNull();
});

test('replies agree as text, as JSON in any order of keys, or not at all', () => {
  expect(agreementOf(['yes'])).toBeNull();
  expect(agreementOf(['yes', ' yes\n'])).toBe('identical');
  expect(agreementOf(['{"a":1,"b":[2]}', '{ "b": [2], "a": 1 }'])).toBe('same-json');
  expect(agreementOf(['{"a":1}', '{"a":2}'])).toBe('different');
  expect(agreementOf(['yes', 'no'])).toBe('different');
});

import { expect, test } from 'vitest';
import type { EventRow } from '#shared/contract/exchanges.ts';
import { filterEvents, foldEvents, growingRun } from '../../../../../../renderer/lib/inspector/tabs/fold-events.ts';

const rows = (...kinds: string[]): EventRow[] =>
  kinds.map((kind, index) => ({
    index,
    atMs: index * 10,
    sizeBytes: 100,
    name: null,
    kind,
    summary: `s${index}`,
    data: `d${index}`,
  }));
const times = (kind: string, count: number) => Array<string>(count).fill(kind);

/** `0 run-start`, `1-5 text-delta x5`. */
const told = (list: readonly EventRow[], unfolded: number[] = []) =>
  foldEvents(list, new Set(unfolded)).map((line) =>
    line.type === 'event'
      ? `${line.row.index} ${line.row.kind}`
      : `${line.first.index}-${line.last.index} ${line.kind} x${line.count} ${line.sizeBytes}`,
  );

test('runs of one kind of delta fold, other events never do', () => {
  const list = rows(
    'run-start',
    ...times('reasoning-delta', 22),
    ...times('text-delta', 5),
    ...times('raw-event', 5),
    'finish',
  );
  expect(told(list)).toEqual([
    '0 run-start',
    '1-22 reasoning-delta x22 2200',
    '23-27 text-delta x5 500',
    '28 raw-event',
    '29 raw-event',
    '30 raw-event',
    '31 raw-event',
    '32 raw-event',
    '33 finish',
  ]);
});

test('a short run is as quick to read as to unfold, and stays unfolded', () => {
  expect(told(rows('text-delta', 'text-delta', 'text-delta'))).toHaveLength(3);
});

test('a run that was unfolded stays open while others are folded', () => {
  const list = rows(...times('reasoning-delta', 4), ...times('text-delta', 4));
  expect(told(list, [4])).toEqual([
    '0-3 reasoning-delta x4 400',
    '4 text-delta',
    '5 text-delta',
    '6 text-delta',
    '7 text-delta',
  ]);
});

test('the growing run is the one of the last row, and only deltas grow', () => {
  expect(growingRun(rows('run-start', 'text-delta', 'text-delta'))).toBe(1);
  expect(growingRun(rows('text-delta', 'finish'))).toBeNull();
  expect(growingRun([])).toBeNull();
});

test('folding 100,000 events is one pass', () => {
  const lines = foldEvents(rows(...times('text-delta', 100_000)), new Set());
  expect(lines).toHaveLength(1);
});

test('a filter searches names, summaries and data, and selected kinds narrow it', () => {
  const list = rows('text-delta', 'finish', 'text-delta');
  expect(filterEvents(list, '', new Set())).toBe(list);
  expect(filterEvents(list, 'D1', new Set()).map(({ index }) => index)).toEqual([1]);
  expect(filterEvents(list, '', new Set(['text-delta'])).map(({ index }) => index)).toEqual([0, 2]);
  expect(filterEvents(list, 's2', new Set(['finish']))).toEqual([]);
});

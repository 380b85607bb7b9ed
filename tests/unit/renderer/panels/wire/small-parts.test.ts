import { expect, test } from 'vitest';
import type { EventRow, ExchangeCounts, ExchangeSummary } from '#shared/contract/exchanges.ts';
import type { Usage } from '#shared/protocol/part.ts';
import { headerOrigin } from '../../../../../renderer/lib/inspector/header-origins.ts';
import { tokenRate } from '../../../../../renderer/lib/inspector/tabs/chunks-tab.tsx';
import { sectionRows } from '../../../../../renderer/panels/wire/filter/sections.tsx';
import { tabOf } from '../../../../../renderer/panels/wire/store.ts';
import { dayItems, selectRow } from '../../../../../renderer/panels/wire/table/table-items.ts';

const ids = ['a', 'b', 'c', 'd', 'e'];
const plain = { extend: false, toggle: false };
const chosenOf = ({ selected }: { selected: ReadonlySet<string> }) => [...selected].sort();

test('Shift selects from the anchor either way, Ctrl one more or less', () => {
  const start = selectRow({ cursorId: null, anchorId: null, selected: new Set() }, ids, 'c', plain);
  const down = selectRow(start, ids, 'e', { extend: true, toggle: false });
  expect(chosenOf(down)).toEqual(['c', 'd', 'e']);
  const up = selectRow(down, ids, 'b', { extend: true, toggle: false });
  expect(chosenOf(up)).toEqual(['b', 'c']);
  expect(up).toMatchObject({ cursorId: 'b', anchorId: 'c' });
  const more = selectRow(up, ids, 'e', { extend: false, toggle: true });
  expect(chosenOf(more)).toEqual(['b', 'c', 'e']);
  expect(chosenOf(selectRow(more, ids, 'c', { extend: false, toggle: true }))).toEqual(['b', 'e']);
  expect(chosenOf(selectRow(more, ids, 'd', plain))).toEqual(['d']);
});

test('an anchor that was deleted is none', () => {
  const before = { cursorId: 'x', anchorId: 'x', selected: new Set(['x']) };
  expect(chosenOf(selectRow(before, ids, 'b', { extend: true, toggle: false }))).toEqual(['b']);
});

test('a section that is empty is left out, unless it is selected or tells about failures', () => {
  const counts = {
    total: 9,
    pinned: 0,
    broken: 2,
    odd: 0,
    byRoute: { realtime: 1 },
    byOrigin: { panel: 9 },
  } as ExchangeCounts;
  const kindsOf = (shown: Parameters<typeof sectionRows>[1]) =>
    sectionRows(counts, shown).map(({ section, count }) => `${section.kind} ${count}`);
  expect(kindsOf({ kind: 'all' })).toEqual(['all 9', 'broken 2', 'odd 0', 'sessions 1']);
  expect(kindsOf({ kind: 'pinned' })).toContain('pinned 0');
  expect(kindsOf({ kind: 'origin', origin: 'check' })).toContain('origin 0');
});

test('another day has its own caption, today does not', () => {
  const noon = new Date(2026, 10, 21, 12).getTime();
  const hour = 3_600_000;
  const rows = [noon, noon - hour, noon - 20 * hour, noon - 21 * hour].map(
    (startedAt) => ({ id: `${startedAt}`, startedAt }) as ExchangeSummary,
  );
  expect(dayItems(rows, noon).map(({ kind }) => kind)).toEqual(['row', 'row', 'day', 'row', 'row']);
});

const event = (atMs: number, kind = 'text-delta') => ({ atMs, kind }) as EventRow;
const usage = { outputTokens: 10 } as Usage;

test('tokens per second come from the reported count and the generation time', () => {
  expect(tokenRate(usage, [event(100, 'answer-id'), ...[200, 300, 400, 500].map((at) => event(at))])).toBeCloseTo(25);
  expect(tokenRate(null, [event(1), event(2)])).toBeNull();
  expect(tokenRate(usage, [event(5)])).toBeNull();
});

test('each header of a request shows where it came from', () => {
  const exchange = { draft: { headers: [['X-Trace', '1']] } } as never;
  const connection = { headers: [['x-team', 'eval']] } as never;
  const origin = (name: string, value = '') => headerOrigin(name, value, exchange, connection);
  expect(origin('x-trace')).toBe('request');
  expect(origin('X-Team')).toBe('connection');
  expect(origin('Authorization', 'Bearer [redacted key]')).toBe('key');
  expect(origin('Content-Length')).toBeNull();
});

test('a tab that an earlier version saved is the place where its content is now', () => {
  expect(['conversation', 'raw', 'sent', 'headers', 'timeline', 'chunks'].map(tabOf)).toEqual([
    ...['reply', 'response', 'request', 'request', 'timing', 'timing'],
  ]);
  expect(['reply', 'events'].map(tabOf)).toEqual(['reply', 'events']);
});

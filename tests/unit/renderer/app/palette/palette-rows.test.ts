import { expect, test } from 'vitest';
import { firstHarmless, type PaletteRow, shownRows } from '../../../../../renderer/app/palette/palette-rows.ts';

const row = (group: PaletteRow['group'], text: string): PaletteRow => ({
  id: `${group} ${text}`,
  group,
  glyph: 'chat',
  text,
  run: () => {},
});
const rows = [
  row('settings', 'Theme: dark'),
  ...Array.from({ length: 12 }, (_, at) => row('models', `model-${at}`)),
  row('exchanges', 'POST /v1/rerank'),
  row('actions', 'Replay last request'),
  row('panels', 'Open Settings'),
];
const texts = (query: string) => shownRows(rows, query).map(({ text }) => text);

test('actions come first and settings last, at most eight per group with a query and five without', () => {
  expect(texts('').filter((text) => text.startsWith('model'))).toHaveLength(5);
  expect(texts('model')).toHaveLength(8);
  expect(texts('e').at(0)).toBe('Replay last request');
  expect(texts('e').at(-1)).toBe('Theme: dark');
});

test('a prefix limits the search to one group', () => {
  expect(texts('>')).toEqual(['Replay last request']);
  expect(texts('@1')).toEqual(['model-1', 'model-10', 'model-11']);
  expect(texts('/v1')).toEqual(['POST /v1/rerank']);
});

test('a query that matches nothing has no results', () => {
  expect(texts('zzz')).toEqual([]);
});

test('actions that send appear once they are typed, after harmless ones, and are not selected by themselves', () => {
  const sending = rows.map((each) =>
    each.text === 'Replay last request' ? { ...each, risk: 'sends' as const } : each,
  );
  const shown = (query: string) => shownRows(sending, query);
  expect(shown('')[0]?.text).toBe('Open Settings');
  expect(shown('').map(({ text }) => text)).not.toContain('Replay last request');
  expect(shown('re').map(({ text }) => text)).toEqual(['POST /v1/rerank', 'Replay last request']);
  expect(firstHarmless(shown('re'))).toBe(0);
  expect(shown('repl').map(({ text }) => text)).toEqual(['Replay last request']);
  expect(firstHarmless(shown('repl'))).toBe(-1);
});

test('the group with the closest match comes first', () => {
  const close = [row('actions', 'Copy session as text'), row('panels', 'Open Settings'), row('models', 'settler')];
  expect(shownRows(close, 'sett').map(({ text }) => text)).toEqual(['Open Settings', 'settler']);
  expect(shownRows(close, 'ss').map(({ text }) => text)).toEqual(['Copy session as text']);
});

test('without a query the recently used rows come first, each once, without one that sends', () => {
  const sending = rows.map((each) => (each.group === 'actions' ? { ...each, risk: 'sends' as const } : each));
  const recent = ['settings Theme: dark', 'gone', 'actions Replay last request', 'panels Open Settings'];
  const shown = shownRows(sending, '', { recent });
  expect(shown.slice(0, 3).map(({ heading, text }) => [heading, text])).toEqual([
    ['recent', 'Theme: dark'],
    ['recent', 'Open Settings'],
    ['models', 'model-0'],
  ]);
  expect(shown.filter(({ text }) => text === 'Open Settings')).toHaveLength(1);
});

test('no more is listed than fits, and a later group still has a row', () => {
  const shown = shownRows(rows, 'e', { roomPx: 300 });
  expect(shown.map(({ heading }) => heading)).toEqual(['actions', 'panels', 'models', 'models', 'models']);
  const headings = new Set(shown.map(({ heading }) => heading)).size;
  expect(shown.length * 36 + headings * 31).toBeLessThanOrEqual(300);
});

test('what the core found is listed, also where the letters differ', () => {
  const found = { ...row('documents', 'STRASSE'), isFound: true };
  expect(shownRows([found], 'straße')).toMatchObject([{ text: 'STRASSE', marks: [] }]);
  expect(shownRows([found], '#strasse')).toMatchObject([{ text: 'STRASSE', marks: [[0, 7]] }]);
});

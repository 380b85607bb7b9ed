import { expect, test } from 'vitest';
import { type PaletteRow, shownRows } from '../../../../../renderer/app/palette/palette-rows.ts';

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

test('the first row of an empty palette sends nothing, and actions that send appear once they are typed', () => {
  const sending = rows.map((each) => (each.text === 'Replay last request' ? { ...each, sends: true } : each));
  const shown = (query: string) => shownRows(sending, query).map(({ text }) => text);
  expect(shown('')[0]).toBe('Open Settings');
  expect(shown('')).not.toContain('Replay last request');
  expect(shown('>')).toEqual([]);
  expect(shown('repl')[0]).toBe('Replay last request');
});

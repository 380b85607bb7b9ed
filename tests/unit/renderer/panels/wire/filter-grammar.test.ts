import { expect, test } from 'vitest';
import { readFilter, setFilterWord, withoutWord } from '../../../../../renderer/panels/wire/filter/filter-grammar.ts';

const known = { keyAliases: ['team-eval', 'team-prod', 'ci'], models: ['gpt-4.1', 'gpt-4.1-mini', 'rerank-1'] };
const filterOf = (text: string) => readFilter(text, known).filter;

test.each([
  ['', {}],
  ['  hello  world ', { text: 'hello world' }],
  ['status:503', { status: 503 }],
  ['status:5xx', { status: 5 }],
  ['STATUS:4X', { status: 4 }],
  ['status:none', { status: 0 }],
  ['verdict:completed', { outcome: 'working' }],
  ['verdict:warnings', { outcome: 'odd' }],
  ['verdict:odd', { outcome: 'odd' }],
  ['verdict:failed', { outcome: 'broken' }],
  ['is:pinned', { pinned: true }],
  ['is:running', { outcome: 'running' }],
  ['from:checks', { origin: 'check' }],
  ['code:quota', { failureCode: 'quota' }],
  ['route:chat', { routeId: 'chat.completions' }],
  ['route:embed', { routeId: 'embeddings' }],
  ['key:ci', { keyAlias: 'ci' }],
  ['model:rerank', { model: 'rerank-1' }],
  ['model:gpt-4.1', { model: 'gpt-4.1' }],
  ['model:"gpt-4.1-mini" timeout', { model: 'gpt-4.1-mini', text: 'timeout' }],
  ['status:5xx verdict:warnings words', { status: 5, outcome: 'odd', text: 'words' }],
])('%j', (text, filter) => expect(filterOf(text)).toEqual(filter));

test('letters that several names contain are searched for, and select none', () => {
  expect(filterOf('key:team')).toEqual({ text: 'team' });
  expect(filterOf('model:gpt')).toEqual({ text: 'gpt' });
  expect(filterOf('route:images')).toEqual({ text: 'images' });
});

test('letters that match one name show that name in full', () => {
  expect(readFilter('model:rer', known).understood).toEqual([{ typed: 'model:rer', name: 'model', value: 'rerank-1' }]);
});

test('an invalid value filters nothing and is named', () => {
  const { filter, wrong } = readFilter('status:abc route:nowhere', known);
  expect(filter).toEqual({});
  expect(wrong.map(({ typed }) => typed)).toEqual(['status:abc', 'route:nowhere']);
});

test('a name that is not a filter is named, and searched for as text', () => {
  const { filter, unknown, wrong } = readFilter('stauts:401 foo status:', known);
  expect(filter).toEqual({ text: 'stauts:401 foo' });
  expect(unknown).toEqual([{ typed: 'stauts:401', name: 'stauts' }]);
  expect(wrong).toEqual([]);
});

test('a name that is still being typed is not an error, and a URL is not a filter', () => {
  expect(readFilter('status:', known)).toEqual({ filter: {}, understood: [], wrong: [], unknown: [] });
  expect(readFilter('https://host/v1 typing:', known).unknown).toEqual([]);
  expect(filterOf('https://host/v1')).toEqual({ text: 'https://host/v1' });
});

test('a filter is set, changed and removed without touching the rest', () => {
  expect(setFilterWord('slow', 'key', 'my key')).toBe('slow key:"my key"');
  expect(setFilterWord('key:"my key" slow', 'key', 'ci')).toBe('slow key:ci');
  expect(setFilterWord('slow key:ci', 'key', null)).toBe('slow');
  expect(withoutWord('slow status:5xx', 'status:5xx')).toBe('slow');
});

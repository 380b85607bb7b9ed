import { expect, test } from 'vitest';
import { fuzzyMatch, fuzzyRank } from '../../../../../renderer/lib/search/fuzzy.ts';

const ranked = (query: string, items: string[]) => fuzzyRank(query, items, (item) => item).map(({ item }) => item);

test('a prefix match ranks before a word start, and that before the middle of a word', () => {
  expect(ranked('rer', ['bge-reranker', 'xrerank', 'rerank-multilingual', 'chat'])).toEqual([
    'rerank-multilingual',
    'bge-reranker',
    'xrerank',
  ]);
});

test('an exact id comes first, even among longer ids', () => {
  expect(ranked('gpt-4', ['gpt-4o-mini', 'gpt-4o', 'gpt-4'])[0]).toBe('gpt-4');
});

test('word initials match, letters scattered over a text do not', () => {
  const text = 'Re-run the failing checks';
  expect(fuzzyMatch('rer', text)?.marks.map(([from, to]) => text.slice(from, to))).toEqual(['Re', 'r']);
  expect(fuzzyMatch('rer', 'Show or hide the parameters')).toBeNull();
});

test('each run of letters begins a word: a fragment that two ids share does not match the rest of a third', () => {
  const ids = ['faulty/cut', 'faulty/cut-off', 'faulty/rerank-null-documents'];
  expect(ranked('faulty/cut', ids)).toEqual(['faulty/cut', 'faulty/cut-off']);
  expect(ranked('gptmini', ['gpt-4.1-mini', 'gpt-4-dominion'])).toEqual(['gpt-4.1-mini']);
});

test('every word must occur, in any order; highlights do not overlap', () => {
  expect(fuzzyMatch('chat open', 'Open Chat')?.marks).toEqual([
    [0, 4],
    [5, 9],
  ]);
  expect(fuzzyMatch('open close', 'Open Chat')).toBeNull();
  expect(fuzzyMatch('ab abc', 'abcd')?.marks).toEqual([[0, 3]]);
});

test('an empty query keeps everything in its order', () => {
  expect(ranked('  ', ['b', 'a'])).toEqual(['b', 'a']);
});

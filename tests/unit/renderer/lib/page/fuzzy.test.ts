import { expect, test } from 'vitest';
import { fuzzyMatch, fuzzyRank } from '../../../../../renderer/lib/page/fuzzy.ts';

const ranked = (query: string, items: string[]) => fuzzyRank(query, items, (item) => item).map(({ item }) => item);

test('a start of the text comes before a start of a word, and that before the middle of one', () => {
  expect(ranked('rer', ['bge-reranker', 'xrerank', 'rerank-multilingual', 'chat'])).toEqual([
    'rerank-multilingual',
    'bge-reranker',
    'xrerank',
  ]);
});

test('an exact id comes first, whatever longer ids there are', () => {
  expect(ranked('gpt-4', ['gpt-4o-mini', 'gpt-4o', 'gpt-4'])[0]).toBe('gpt-4');
});

test('letters that begin words are found, letters strewn over a text are not', () => {
  const text = 'Re-run the failing checks';
  expect(fuzzyMatch('rer', text)?.marks.map(([from, to]) => text.slice(from, to))).toEqual(['Re', 'r']);
  expect(fuzzyMatch('rer', 'Show or hide the parameters')).toBeNull();
});

test('each run of letters begins a word: what two ids share is no match for the rest of a third', () => {
  const ids = ['faulty/cut', 'faulty/cut-off', 'faulty/rerank-null-documents'];
  expect(ranked('faulty/cut', ids)).toEqual(['faulty/cut', 'faulty/cut-off']);
  expect(ranked('gptmini', ['gpt-4.1-mini', 'gpt-4-dominion'])).toEqual(['gpt-4.1-mini']);
});

test('every word must be there, in any order; marks do not overlap', () => {
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

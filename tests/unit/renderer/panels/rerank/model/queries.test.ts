import { expect, test } from 'vitest';
import {
  countQueries,
  queriesOf,
  withAddedQueries,
  withEachQuery,
  withOpenQuery,
  withoutQuery,
  withQuery,
  withQueryBeside,
} from '../../../../../../renderer/panels/rerank/model/queries.ts';
import { newRankSet } from '../../../../../../renderer/panels/rerank/model/rank-set.ts';

const three = withAddedQueries(
  newRankSet('id', { query: 'a', qid: 'q1' }),
  [{ query: 'b', qid: 'q2' }, { query: 'c' }],
  'add',
);
const texts = (set: typeof three) => queriesOf(set).map(({ query }) => query);

test('queries are added in order; the open one stays open and keeps its work', () => {
  expect(texts(three)).toEqual(['a', 'b', 'c']);
  expect(three.query).toBe('a');
  expect(queriesOf(three).map(({ queryId, qid }) => [queryId, qid])).toEqual([
    [1, 'q1'],
    [2, 'q2'],
    [3, ''],
  ]);
});

test('an empty first query gives way to the added ones; replacing removes all', () => {
  expect(texts(withAddedQueries(newRankSet('id'), [{ query: 'x' }], 'add'))).toEqual(['x']);
  const replaced = withAddedQueries(three, [{ query: 'x' }, { query: 'y' }], 'replace');
  expect(texts(replaced)).toEqual(['x', 'y']);
  expect(replaced.query).toBe('x');
  expect(queriesOf(replaced).map(({ queryId }) => queryId)).toEqual([4, 5]);
});

test('opening a query keeps the order and the work of the others', () => {
  const marked = withQuery(three, 1, (query) => ({ ...query, grades: { 7: 1 } }));
  const moved = withOpenQuery(marked, 3);
  expect(moved.query).toBe('c');
  expect(moved.grades).toEqual({});
  expect(texts(moved)).toEqual(['a', 'b', 'c']);
  expect(queriesOf(moved)[0]?.grades).toEqual({ 7: 1 });
});

test('steps stay within the list', () => {
  expect(withQueryBeside(three, -1)).toBe(three);
  expect(withQueryBeside(withQueryBeside(withQueryBeside(three, 1), 1), 1).query).toBe('c');
});

test('a change reaches queries before, at and after the open one', () => {
  const middle = withOpenQuery(three, 2);
  for (const queryId of [1, 2, 3])
    expect(texts(withQuery(middle, queryId, (query) => ({ ...query, query: 'new' })))[queryId - 1]).toBe('new');
  expect(texts(withEachQuery(middle, (query) => ({ ...query, query: query.query.toUpperCase() })))).toEqual([
    'A',
    'B',
    'C',
  ]);
});

test('removing the open query opens the next one; the last one is emptied', () => {
  const middle = withOpenQuery(three, 2);
  expect(withoutQuery(middle, 2)).toMatchObject({ query: 'c' });
  expect(withoutQuery(withOpenQuery(three, 3), 3)).toMatchObject({ query: 'b' });
  expect(withoutQuery(middle, 1)).toMatchObject({ query: 'b' });
  const one = withoutQuery(withoutQuery(middle, 1), 3);
  expect(countQueries(one)).toBe(1);
  expect(withoutQuery(one, 2)).toMatchObject({ query: '', queryId: 4, before: [], after: [] });
});

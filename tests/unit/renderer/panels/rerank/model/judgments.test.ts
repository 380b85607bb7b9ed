import { expect, test } from 'vitest';
import { withDocuments, withJudgments } from '../../../../../../renderer/panels/rerank/model/judgments.ts';
import { queriesOf, withAddedQueries } from '../../../../../../renderer/panels/rerank/model/queries.ts';
import { newRankSet } from '../../../../../../renderer/panels/rerank/model/rank-set.ts';

const imported = withAddedQueries(
  withDocuments(
    newRankSet('id'),
    [
      { text: 'one', docid: 'd1' },
      { text: 'two', docid: 'd2' },
    ],
    'add',
  ),
  [
    { query: 'a', qid: 'q1' },
    { query: 'b', qid: 'q2' },
  ],
  'add',
);

test('judgments are matched by their ids; the others are counted, and relevant ones of unknown documents are kept', () => {
  const { set, matching } = withJudgments(imported, [
    { qid: 'q1', docid: 'd2', grade: 1 },
    { qid: 'q1', docid: 'd9', grade: 1 },
    { qid: 'q1', docid: 'd8', grade: 0 },
    { qid: 'q2', docid: 'd1', grade: -1 },
    { qid: 'q7', docid: 'd1', grade: 1 },
  ]);
  expect(matching).toEqual({ matched: 2, unknownDocuments: 2, unknownQueries: 1 });
  expect(queriesOf(set).map(({ grades, unmatched }) => [grades, unmatched])).toEqual([
    [{ 2: 1 }, { d9: 1 }],
    [{}, {}],
  ]);
  expect(set.graded).toBe(false);
});

test('typed queries and documents have their place as id, and a grade above 1 makes marks graded', () => {
  const typed = withAddedQueries(
    withDocuments(newRankSet('id', { query: 'a' }), [{ text: 'one' }, { text: ' ' }, { text: 'two' }], 'add'),
    [{ query: 'b' }],
    'add',
  );
  const { set, matching } = withJudgments(typed, [{ qid: '2', docid: '2', grade: 2 }]);
  expect(matching.matched).toBe(1);
  expect(queriesOf(set)[1]?.grades).toEqual({ 3: 2 });
  expect(set.graded).toBe(true);
});

test('documents that are added later take the judgments that waited for them, for every query', () => {
  const { set } = withJudgments(imported, [
    { qid: 'q1', docid: 'd3', grade: 1 },
    { qid: 'q2', docid: 'd3', grade: 1 },
  ]);
  const later = withDocuments(set, [{ text: 'three', docid: 'd3' }], 'add');
  expect(queriesOf(later).map(({ grades, unmatched }) => [grades, unmatched])).toEqual([
    [{ 3: 1 }, {}],
    [{ 3: 1 }, {}],
  ]);
});

test('documents that are replaced under the same id keep their judgments, and those that are gone count as missed', () => {
  const { set } = withJudgments(imported, [
    { qid: 'q1', docid: 'd1', grade: 1 },
    { qid: 'q1', docid: 'd2', grade: 1 },
  ]);
  const replaced = withDocuments(set, [{ text: 'one, corrected', docid: 'd1' }], 'replace');
  expect(replaced.documents).toEqual([{ id: 3, text: 'one, corrected', docid: 'd1' }]);
  expect(replaced.grades[3]).toBe(1);
  expect(replaced.unmatched).toEqual({ d2: 1 });
});

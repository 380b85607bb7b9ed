import { expect, test } from 'vitest';
import { queriesOf, withAddedQueries, withOpenQuery } from '../../../../../../renderer/panels/rerank/model/queries.ts';
import { newRankSet } from '../../../../../../renderer/panels/rerank/model/rank-set.ts';
import { setFromStored, storedSet } from '../../../../../../renderer/panels/rerank/model/stored-set.ts';

/** As the version before several queries stored it. */
const earlier = {
  version: 1,
  id: 'a',
  name: 'Support',
  starred: true,
  query: 'refund',
  documents: [{ id: 1, text: 'one' }],
  nextId: 2,
  model: 'm',
  secondModel: null,
  parameters: {
    topN: null,
    returnDocuments: { on: false, value: false },
    maxChunks: { on: false, value: null },
    overlapTokens: { on: false, value: null },
  },
  retrieval: { on: false, model: '', k: 20 },
  grades: { 1: 1 },
  graded: false,
  cutoff: 5,
  thresholds: [null, null],
  outcome: {
    query: 'refund',
    documents: [{ id: 1, text: 'one' }],
    retrieval: null,
    calls: [
      {
        slot: 'A',
        model: 'm',
        state: 'done',
        places: [0],
        topN: 1,
        results: [{ place: 0, score: 0.5 }],
        strayed: [],
        repeated: [],
        exchangeId: 'x',
        sent: 'answered',
        warnings: [],
        usage: null,
        endMs: 5,
        failure: null,
      },
    ],
    startedAt: 1,
  },
  previous: null,
};

test('a ranking of the version with one query opens in full, as the only query of its set', () => {
  const set = setFromStored('a', JSON.stringify(earlier));
  expect(set).toMatchObject(earlier);
  expect(queriesOf(set)).toHaveLength(1);
  expect(set).toMatchObject({ queryId: 1, qid: '', unmatched: {}, baseline: false, concurrency: 2, nextQueryId: 2 });
  expect(setFromStored('a', storedSet(set))).toEqual(set);
  expect(setFromStored('a', storedSet(withAddedQueries(set, [{ query: 'b' }], 'add'))).nextQueryId).toBe(3);
});

test('documents that several outcomes share are stored once, and shared again when they are read', () => {
  const documents = [{ id: 1, text: 'only once' }];
  const outcome = { query: 'q', documents, retrieval: null, calls: [], startedAt: 0 };
  const added = withAddedQueries(newRankSet('a', { query: 'a', outcome, previous: outcome }), [{ query: 'b' }], 'add');
  const set = withOpenQuery({ ...added, after: added.after.map((query) => ({ ...query, outcome })) }, 2);
  const content = storedSet(set);
  expect(content.match(/only once/g)).toHaveLength(1);
  const read = setFromStored('a', content);
  expect(read).toEqual(set);
  const [first, second] = queriesOf(read);
  expect(second?.outcome?.documents).toBe(first?.outcome?.documents);
});

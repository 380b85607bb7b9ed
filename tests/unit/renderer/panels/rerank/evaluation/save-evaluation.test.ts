import { expect, test } from 'vitest';
import { newCall } from '../../../../../../renderer/panels/rerank/model/call.ts';
import { bm25Order, rankedOrder } from '../../../../../../renderer/panels/rerank/model/orders.ts';
import { withAddedQueries, withQuery } from '../../../../../../renderer/panels/rerank/model/queries.ts';
import { newRankSet, type Outcome, type RankSet } from '../../../../../../renderer/panels/rerank/model/rank-set.ts';
import { metricsCsv, runFile } from '../../../../../../renderer/panels/rerank/save-export.ts';

const documents = [
  { id: 11, text: 'a', docid: 'd 1' },
  { id: 12, text: 'b' },
  { id: 13, text: 'c', docid: 'd3' },
];
const outcome = (results: { place: number; score: number | null }[]): Outcome => ({
  query: 'q',
  documents,
  retrieval: null,
  calls: [{ ...newCall({ slot: 'A', model: 'my model', places: [0, 1, 2], topN: 3, state: 'done' }), results }],
  startedAt: 0,
});

let set: RankSet = withAddedQueries(newRankSet('id', { query: '=1+1', qid: 'q1', cutoff: 2 }), [{ query: 'b' }], 'add');
set = withQuery(set, 1, (query) => ({
  ...query,
  grades: { 13: 1 },
  outcome: outcome([
    { place: 2, score: 0.9 },
    { place: 0, score: 0.25 },
  ]),
}));
set = withQuery(set, 2, (query) => ({
  ...query,
  outcome: outcome([
    { place: 1, score: null },
    { place: 2, score: null },
  ]),
}));

test('a run has one line per ranked document, with ids that contain no spaces and scores that never rise', () => {
  expect(runFile(set, (one) => rankedOrder(one, 0), 'my model')).toBe(
    ['q1 Q0 d3 1 0.9 my_model', 'q1 Q0 d_1 2 0.25 my_model', '2 Q0 2 1 2 my_model', '2 Q0 d3 2 1 my_model', ''].join(
      '\n',
    ),
  );
});

test('a run of the baseline is labeled as local, and queries without an order are not in it', () => {
  const run = runFile(set, (one) => (one === set.outcome ? bm25Order(one, [0, 0, 2]) : null), 'bm25-local-baseline');
  expect(run).toBe('q1 Q0 d3 1 2 bm25-local-baseline\n');
});

test('metrics are listed per query and order, with means, and a query is never a formula', () => {
  const named = withQuery(set, 1, (query) => ({
    ...query,
    outcome: query.outcome && { ...query.outcome, query: '=1+1' },
  }));
  const lines = metricsCsv(named, (one) => bm25Order(one, [3, 0, 2])).split('\r\n');
  expect(lines).toEqual([
    'query_id,query,order,ndcg@2,mrr,map,recall@2,p@2,first_relevant_rank',
    `q1,"'=1+1",original order,0,0.3333333333333333,0.3333333333333333,0,0,3`,
    `q1,"'=1+1",BM25 (local baseline),0.6309297535714575,0.5,0.5,1,0.5,2`,
    `q1,"'=1+1",my model,1,1,1,1,0.5,1`,
    'all,,original order,0,0.3333333333333333,0.3333333333333333,0,0,3',
    'all,,BM25 (local baseline),0.6309297535714575,0.5,0.5,1,0.5,2',
    'all,,my model,1,1,1,1,0.5,1',
    '',
  ]);
});

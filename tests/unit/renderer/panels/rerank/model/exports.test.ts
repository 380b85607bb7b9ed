import { expect, test } from 'vitest';
import { newCall } from '../../../../../../renderer/panels/rerank/model/call.ts';
import { newRankSet, type Outcome } from '../../../../../../renderer/panels/rerank/model/rank-set.ts';
import { rankingCsv, rankingJson } from '../../../../../../renderer/panels/rerank/save-export.ts';

const outcome: Outcome = {
  query: 'q',
  documents: [
    { id: 1, text: 'plain' },
    { id: 2, text: 'with "quotes", and\na line' },
  ],
  retrieval: null,
  calls: [
    {
      ...newCall({ slot: 'A', model: 'm', places: [0, 1], topN: 1, state: 'done' }),
      results: [{ place: 1, score: -2.5 }],
    },
  ],
  startedAt: 0,
};
const set = newRankSet('set', { grades: { 2: 3 }, outcome });

test('a table with raw scores, in the new order; missing results have empty cells', () => {
  expect(rankingCsv(set, outcome)).toBe(
    'rank m,score m,given,relevance,document\r\n1,-2.5,2,3,"with ""quotes"", and\na line"\r\n,,1,0,plain\r\n',
  );
});

test('a document or model that begins like a formula is not exported as one', () => {
  const hostile: Outcome = {
    ...outcome,
    documents: [
      { id: 1, text: '=HYPERLINK("http://evil.test")' },
      { id: 2, text: '@SUM(A1)' },
    ],
  };
  expect(rankingCsv(set, hostile)).toBe(
    `rank m,score m,given,relevance,document\r\n1,-2.5,2,3,"'@SUM(A1)"\r\n,,1,0,"'=HYPERLINK(""http://evil.test"")"\r\n`,
  );
});

test('the JSON names query, models and every document', () => {
  expect(JSON.parse(rankingJson(set, outcome))).toMatchObject({
    query: 'q',
    models: [{ model: 'm', top_n: 1 }],
    documents: [
      { given: 2, relevance: 3, ranks: [{ model: 'm', rank: 1, score: -2.5 }] },
      { given: 1, ranks: [{ rank: null, score: null }] },
    ],
  });
});

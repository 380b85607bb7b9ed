import { expect, test } from 'vitest';
import { foldRanking, type RankingAnswer } from '../../../../../renderer/panels/rerank/model/ranking-answer.ts';

const start: RankingAnswer = {
  state: 'running',
  documents: ['a', 'b'],
  results: [],
  strayed: 0,
  exchangeId: null,
  sent: null,
  failure: null,
  durationMs: null,
  body: '{}',
};

test('results that name no document are counted and left out', () => {
  const results = [
    { index: 1, score: 0.9, text: null },
    { index: 7, score: 0.8, text: null },
    { index: 0, score: -3, text: 'a' },
  ];
  expect(foldRanking(start, { type: 'ranking', results })).toMatchObject({
    results: [
      { index: 1, score: 0.9 },
      { index: 0, score: -3 },
    ],
    strayed: 1,
  });
});

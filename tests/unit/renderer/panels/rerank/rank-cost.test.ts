import { expect, test } from 'vitest';
import { estimateRank } from '../../../../../renderer/panels/rerank/rank-cost.tsx';
import { estimateTokens } from '../../../../../shared/cost/estimate-tokens.ts';

const query = 'red fruit';
const texts = ['an apple', 'a hammer', 'a pear'];
const tokensOf = (all: readonly string[]) => all.reduce((sum, text) => sum + estimateTokens(text), 0);
const tokens = (requests: ReturnType<typeof estimateRank>) => requests.map(({ billed }) => billed.usage?.inputTokens);

test('each model reads the query once per document', () => {
  const expected = Math.ceil(tokensOf(texts) + 3 * tokensOf([query]));
  const requests = estimateRank({ queries: [query], texts, models: ['a', 'b'], retrieval: null });
  expect(requests.map(({ model }) => model)).toEqual(['a', 'b']);
  expect(tokens(requests)).toEqual([expected, expected]);
});

test('a retrieval embeds query and documents, and only the nearest ones are ranked', () => {
  const requests = estimateRank({ queries: [query], texts, models: ['a'], retrieval: { model: 'e', k: 1 } });
  expect(requests.map(({ model }) => model)).toEqual(['e', 'a']);
  expect(tokens(requests)).toEqual([
    Math.ceil(tokensOf([query, ...texts])),
    Math.ceil(tokensOf(texts) / 3 + tokensOf([query])),
  ]);
});

test('a search unit covers a hundred documents', () => {
  const many = Array.from({ length: 101 }, (_, at) => `document ${at}`);
  const units = (some: readonly string[]) =>
    estimateRank({ queries: [query], texts: some, models: ['a'], retrieval: null })[0]?.billed.usage?.units
      ?.searchUnits;
  expect([units(many.slice(0, 100)), units(many)]).toEqual([1, 2]);
});

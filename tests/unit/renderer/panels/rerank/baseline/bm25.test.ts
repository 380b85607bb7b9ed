import { expect, test } from 'vitest';
import { bm25Scores, indexDocuments, termsOf } from '../../../../../../renderer/panels/rerank/baseline/bm25.ts';
import { bm25Order } from '../../../../../../renderer/panels/rerank/model/orders.ts';

const scoresOf = async (documents: readonly string[], query: string) =>
  bm25Scores(await indexDocuments(documents), query);

test('scores have the values computed by hand', async () => {
  // 3 documents, average length 3. "apple" is in 2 of them: ln(1 + 1.5 / 2.5) = ln 1.6; "pie" in 1: ln(1 + 2.5 / 1.5).
  const [first, second, third] = await scoresOf(['apple pie apple', 'apple', 'red plum cake with cream'], 'apple pie');
  const term = (rarity: number, count: number, length: number) =>
    (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / 3));
  expect(first).toBeCloseTo(term(0.470004, 2, 3) + term(0.980829, 1, 3), 5);
  expect(second).toBeCloseTo(term(0.470004, 1, 1), 5);
  expect(third).toBe(0);
});

test('words are compared without case, punctuation and width', async () => {
  expect(termsOf('Refunds, REFUNDS: ＡＢＣ—don’t!')).toEqual(['refunds', 'refunds', 'abc', 'don’t']);
});

test('Chinese is split into words, so a query finds the document about it', async () => {
  expect(termsOf('退款会在五个工作日内退回').length).toBeGreaterThan(3);
  const scores = await scoresOf(
    ['我们的办公室在公共假日休息。', '退款会退回原支付卡。', '订单免运费。'],
    '我的退款还没到账',
  );
  expect(scores.indexOf(Math.max(...scores))).toBe(1);
});

test('documents without a matching word are left out; equal scores stay in their order', async () => {
  const texts = ['plum', 'red apple', 'green apple'];
  const documents = texts.map((text, id) => ({ id, text }));
  const outcome = { query: 'apple', documents, retrieval: null, calls: [], startedAt: 0 };
  const order = bm25Order(outcome, await scoresOf(texts, 'apple'));
  expect(order.places).toEqual([1, 2, 0]);
  expect(order.ranked).toBe(2);
  expect(order.rankOf).toEqual([null, 1, 2]);
});

test('no documents and no query give no scores', async () => {
  expect(await scoresOf([], 'a')).toEqual([]);
  expect(await scoresOf(['a'], '')).toEqual([0]);
});

import { expect, test } from 'vitest';
import { ask, openGateway } from './demo-client.ts';

const path = '/v1/rerank';
const documents = [
  'The tea ceremony is an old custom',
  'Apples are red fruits that grow on trees',
  'A hammer is a tool',
  'Red fruit such as strawberries and cherries',
];

test('ranks by the words that a query and a document share', async () => {
  await using gateway = await openGateway();
  const { json } = await ask(gateway, path, { model: 'demo-rerank', query: 'red fruit', documents });
  const order = json.results.map(({ index }: { index: number }) => index);
  expect(new Set(order.slice(0, 2))).toEqual(new Set([1, 3]));
  expect(order).toHaveLength(4);
  const scores = json.results.map(({ relevance_score: score }: { relevance_score: number }) => score);
  expect(scores).toEqual(scores.toSorted((one: number, other: number) => other - one));
  expect(scores.every((score: number) => score >= 0 && score < 1)).toBe(true);
  expect(json.results[0].document).toEqual({ text: documents[order[0]] });
  expect(json.usage).toMatchObject({ completion_tokens: 0, input_tokens: 0 });
  expect(json.usage.prompt_tokens).toBe(json.usage.total_tokens);
  expect(Object.keys(json).sort()).toEqual(['results', 'usage']);
});

test('documents as records, top n results, no documents in the response', async () => {
  await using gateway = await openGateway();
  const records = documents.map((text, id) => ({ id, text, title: id === 2 ? 'red fruit' : '' }));
  const body = { model: 'demo-rerank', query: 'red fruit', documents: records, top_n: 1 };
  const first = (await ask(gateway, path, body)).json.results;
  expect(first).toHaveLength(1);
  expect(first[0].document).toMatchObject({ id: first[0].index, text: documents[first[0].index] });
  const bare = (await ask(gateway, path, { ...body, return_documents: false })).json.results;
  expect(Object.keys(bare[0]).sort()).toEqual(['index', 'relevance_score']);
  const byTitle = (await ask(gateway, path, { ...body, rank_fields: ['title'] })).json.results;
  expect(byTitle[0].index).toBe(2);
});

test('the letter-based model finds documents without a common word', async () => {
  await using gateway = await openGateway();
  const body = { query: 'photograph', documents: ['a hammer', 'photography'] };
  const { json } = await ask(gateway, path, { model: 'demo-rerank-letters', ...body });
  expect(json.results[0].index).toBe(1);
  expect(json.results[0].relevance_score).toBeGreaterThan(0.5);
});

test.each([
  ['an empty query', { query: '' }, 500, 'invalid_request', 'query is empty'],
  ['no documents', { documents: [] }, 500, 'invalid_request', 'documents is empty'],
  ['a document without text', { documents: [{ image: 'x' }] }, 400, null, 'documents[0]'],
  ['too many documents', { documents: Array(1001).fill('a') }, 400, null, '1000'],
  ['no results', { top_n: 0 }, 400, null, 'top_n'],
  ['top_n as text', { top_n: '3' }, 400, 'invalid_request', 'top_n'],
])('refuses %s', async (_, body, status, code, words) => {
  await using gateway = await openGateway();
  const answer = await ask(gateway, path, { model: 'demo-rerank', query: 'a', documents: ['a'], ...body });
  expect([answer.status, answer.json.error.code]).toEqual([status, code]);
  expect(answer.json.error.message).toContain(words);
});

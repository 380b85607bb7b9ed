import { expect, test } from 'vitest';
import { ask, openGateway } from './demo-client.ts';

const path = '/v1/embeddings';
const dot = (one: number[], other: number[]) => one.reduce((sum, value, place) => sum + value * (other[place] ?? 0), 0);
const vectorsOf = (json: { data: { embedding: number[] }[] }) => json.data.map(({ embedding }) => embedding);

test.each([
  ['demo-embed-small', 256],
  ['demo-embed', 1536],
  ['demo-embed-large', 3072],
])('%s gives vectors of length 1 in %i dimensions, the same each time', async (model, dimensions) => {
  await using gateway = await openGateway();
  const body = { model, input: ['a green tree', 'une maison'] };
  const first = await ask(gateway, path, body);
  const [tree, house] = vectorsOf(first.json) as [number[], number[]];
  expect([tree.length, house.length]).toEqual([dimensions, dimensions]);
  expect(dot(tree, tree)).toBeCloseTo(1, 5);
  expect(first.json.data.map(({ index }: { index: number }) => index)).toEqual([0, 1]);
  expect((await ask(gateway, path, body)).json).toEqual(first.json);
  expect(first.json.usage.total_tokens).toBeGreaterThan(3);
});

test('texts that share more words are more similar, in every model', async () => {
  await using gateway = await openGateway();
  const input = [
    'The king rules the land',
    'Kings ruled over lands',
    'A banana is a yellow fruit',
    'The king eats a banana',
  ];
  for (const model of ['demo-embed-small', 'demo-embed', 'demo-embed-large']) {
    const [king, kings, banana, both] = vectorsOf((await ask(gateway, path, { model, input })).json) as [
      number[],
      number[],
      number[],
      number[],
    ];
    expect(dot(king, kings)).toBeGreaterThan(0.5);
    expect(dot(king, both)).toBeGreaterThan(dot(king, banana));
    expect(dot(banana, both)).toBeGreaterThan(dot(banana, kings));
    expect(Math.abs(dot(kings, banana))).toBeLessThan(0.25);
  }
});

test('base64 has the same values, and a shorter vector is the beginning of the longer one', async () => {
  await using gateway = await openGateway();
  const ask1 = async (more: object) =>
    (await ask(gateway, path, { model: 'demo-embed', input: 'red and blue', ...more })).json;
  const [whole] = vectorsOf(await ask1({})) as [number[]];
  const packed = Buffer.from((await ask1({ encoding_format: 'base64' })).data[0].embedding, 'base64');
  expect(packed.length).toBe(1536 * 4);
  expect(whole.every((value, place) => Math.abs(packed.readFloatLE(place * 4) - value) < 1e-6)).toBe(true);
  const [short] = vectorsOf(await ask1({ dimensions: 512 })) as [number[]];
  expect(short).toHaveLength(512);
  expect(dot(short, short)).toBeCloseTo(1, 5);
  expect(dot(short, whole.slice(0, 512)) / Math.sqrt(dot(whole.slice(0, 512), whole.slice(0, 512)))).toBeCloseTo(1, 5);
});

test('tokens instead of texts, alone and in rows', async () => {
  await using gateway = await openGateway();
  const one = await ask(gateway, path, { model: 'demo-embed-small', input: [5, 6, 7] });
  const rows = await ask(gateway, path, {
    model: 'demo-embed-small',
    input: [
      [5, 6, 7],
      [5, 6, 8],
    ],
  });
  expect(one.json.data[0].embedding).toEqual(rows.json.data[0].embedding);
  expect(rows.json.usage).toEqual({ prompt_tokens: 6, total_tokens: 6 });
  const [first, second] = vectorsOf(rows.json) as [number[], number[]];
  expect(dot(first, second)).toBeGreaterThan(0.4);
});

test.each([
  ['no input', {}, 500, 'invalid_request', 'input is empty'],
  ['an empty text', { input: '' }, 400, 'invalid_value', 'cannot be an empty string'],
  ['an empty text among others', { input: ['a', ''] }, 400, 'invalid_value', 'input[1]'],
  ['an empty list', { input: [] }, 400, 'empty_array', 'empty array'],
  ['neither text nor tokens', { input: [{ text: 'a' }] }, 400, 'invalid_type', 'input[0]'],
  ['too many texts', { input: Array(2049).fill('a') }, 400, 'array_above_max_length', 'length 2049'],
  ['a text of too many tokens', { input: 'word '.repeat(9000) }, 400, 'context_length_exceeded', '8192 tokens'],
  [
    'too many tokens in all',
    { input: Array(60).fill('word '.repeat(6000)) },
    400,
    'max_tokens_per_request',
    'max 300000',
  ],
  ['an unknown format', { input: 'a', encoding_format: 'int8' }, 400, 'invalid_value', "'float' and 'base64'"],
  ['too many dimensions', { input: 'a', dimensions: 1537 }, 400, 'integer_above_max_value', '1536'],
  ['dimensions that are no number', { input: 'a', dimensions: '12' }, 400, 'integer_below_min_value', 'whole number'],
  [
    'dimensions of a model with a fixed size',
    { model: 'demo-embed-small', input: 'a', dimensions: 8 },
    400,
    null,
    'does not support',
  ],
  ['another kind of model', { model: 'demo-rerank', input: 'a' }, 400, 'model_not_supported', 'jina-rerank'],
  ['a model that nobody serves', { model: 'demo-dead', input: 'a' }, 503, 'model_not_found', 'No available channel'],
])('refuses %s', async (_, body, status, code, words) => {
  await using gateway = await openGateway();
  const answer = await ask(gateway, path, { model: 'demo-embed', ...body });
  expect([answer.status, answer.json.error.code]).toEqual([status, code]);
  expect(answer.json.error.message).toContain(words);
});

test('refuses a request without a model, and accepts 2048 texts', async () => {
  await using gateway = await openGateway();
  expect((await ask(gateway, path, { input: 'a' })).status).toBe(400);
  const many = await ask(gateway, path, {
    model: 'demo-embed-small',
    input: Array(2048).fill('tea'),
    encoding_format: 'base64',
  });
  expect(many.json.data).toHaveLength(2048);
});

import { expect, test } from 'vitest';
import { checkAssertion } from '#core/compare/check-assertion.ts';
import type { Assertion, CellMetrics } from '#shared/contract/compare.ts';

const metrics: CellMetrics = {
  ttftMs: 100,
  interTokenMs: 10,
  interChunkP95Ms: 12,
  tokensPerSecond: 100,
  latencyMs: 500,
  usage: { inputTokens: 3, outputTokens: 40, reasoningTokens: null, cachedTokens: null, totalTokens: 43 },
  finishReason: 'stop',
  sentBytes: 1,
  receivedBytes: 1,
};
const verdict = async (assertion: Assertion, reply: string, values = {}) =>
  (await checkAssertion(assertion, reply, metrics, values)).verdict;

test('compares text, with variables and letter case as chosen', async () => {
  expect(await verdict({ kind: 'contains', text: '{{x}}', ignoreCase: false }, 'It is Paris.', { x: 'Paris' })).toBe(
    'passed',
  );
  expect(await verdict({ kind: 'contains', text: 'paris', ignoreCase: false }, 'It is Paris.')).toBe('failed');
  expect(await verdict({ kind: 'equals', text: ' PARIS\n', ignoreCase: true }, 'paris')).toBe('passed');
  expect(await verdict({ kind: 'regex', pattern: '^\\d+$', ignoreCase: false }, '42')).toBe('passed');
  expect(await verdict({ kind: 'regex', pattern: '(', ignoreCase: false }, '42')).toBe('unknown');
});

test('gives up a pattern that backtracks without end', async () => {
  const result = await checkAssertion(
    { kind: 'regex', pattern: '^(a+)+$', ignoreCase: false },
    `${'a'.repeat(40)}!`,
    metrics,
    {},
  );
  expect(result.verdict).toBe('unknown');
  expect(result.reason).toContain('given up');
});

/** Returns the longest time in ms that this thread did not get a turn. */
async function longestSilence(work: Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - before);
    before = now;
  }, 5);
  await work;
  clearInterval(timer);
  return longest;
}

test.each<[string, Assertion, string]>([
  ['a pattern of a schema', { kind: 'schema', schema: '{"pattern":"^([a-z0-9]+-?)+$"}' }, `"${'a'.repeat(60)}!"`],
  [
    'a schema of unique items',
    { kind: 'schema', schema: '{"uniqueItems":true}' },
    JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ at, x: [at] }))),
  ],
  ['an expression', { kind: 'regex', pattern: '^(a|aa)+$', ignoreCase: true }, `${'a'.repeat(200)}!`],
])('gives up %s that takes too long, while everything else goes on', async (_what, assertion, reply) => {
  const checked = checkAssertion(assertion, reply, metrics, {});
  expect(await longestSilence(checked)).toBeLessThan(200);
  const { verdict, reason } = await checked;
  expect(verdict).toBe('unknown');
  expect(reason).toContain('given up');
});

test('reads a reply of 400,000 line ends, and a value nested 100,000 deep, in a moment', async () => {
  const lines = `\`\`\`${'\n'.repeat(400_000)}x`;
  const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const start = performance.now();
  expect(await verdict({ kind: 'path', path: 'a', equals: 'b' }, lines)).toBe('failed');
  expect(await verdict({ kind: 'path', path: 'a', equals: 'b' }, deep)).toBe('unknown');
  expect(await verdict({ kind: 'schema', schema: '{"items":{}}' }, lines)).toBe('failed');
  expect(performance.now() - start).toBeLessThan(3000);
});

test('reads JSON from a code fence and checks schema and path', async () => {
  const reply = '```json\n{"items": [{"name": "oak", "height": 12}]}\n```';
  const schema = JSON.stringify({
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    required: ['items'],
    properties: { items: { items: { properties: { height: { type: 'number' } } } } },
  });
  expect(await verdict({ kind: 'schema', schema }, reply)).toBe('passed');
  expect(await verdict({ kind: 'schema', schema }, '{"items": [{"height": "tall"}]}')).toBe('failed');
  expect(await verdict({ kind: 'schema', schema: '{' }, reply)).toBe('unknown');
  expect(await verdict({ kind: 'schema', schema }, 'no JSON')).toBe('failed');
  expect(await verdict({ kind: 'path', path: 'items[0].name', equals: 'oak' }, reply)).toBe('passed');
  expect(await verdict({ kind: 'path', path: '$.items[0].height', equals: '12' }, reply)).toBe('passed');
  expect(await verdict({ kind: 'path', path: 'items[1].name', equals: 'oak' }, reply)).toBe('failed');
});

test('compares latency and output tokens, and says when the gateway did not count', async () => {
  expect(await verdict({ kind: 'latency', mostMs: 500 }, '')).toBe('passed');
  expect(await verdict({ kind: 'latency', mostMs: 499 }, '')).toBe('failed');
  expect(await verdict({ kind: 'tokens', most: 39 }, '')).toBe('failed');
  const uncounted = { ...metrics, usage: null };
  expect((await checkAssertion({ kind: 'tokens', most: 39 }, '', uncounted, {})).verdict).toBe('unknown');
});

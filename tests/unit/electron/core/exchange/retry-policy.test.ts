import { expect, test } from 'vitest';
import { waitBeforeRepeat } from '../../../../../electron/core/exchange/retry-policy.ts';
import type { RouteId } from '../../../../../shared/protocol/route.ts';
import { routes } from '../../../../../shared/protocol/table.ts';

/** How often a refusal is retried when the connection allows five retries. */
function repeatsOf(
  routeId: RouteId,
  status: number,
  headers: [string, string][] = [],
  gatewayCode: string | null = null,
): number {
  let repeats = 0;
  const refusal = { status, headers, gatewayCode };
  while (waitBeforeRepeat(routes[routeId], refusal, { repeats, allowed: 5 }) !== null) repeats += 1;
  return repeats;
}

/** By status and code: for a listing, a chat, and an image. */
test.each<[status: number, code: string | null, listing: number, chat: number, image: number]>([
  [400, null, 0, 0, 0],
  [401, null, 0, 0, 0],
  [404, null, 0, 0, 0],
  [408, null, 5, 5, 0],
  [409, null, 5, 5, 0],
  [413, null, 0, 0, 0],
  [429, null, 5, 5, 0],
  [500, null, 5, 1, 0],
  [500, 'invalid_request', 0, 0, 0],
  [500, 'convert_request_failed', 0, 0, 0],
  [500, 'bad_request_body', 0, 0, 0],
  [502, null, 5, 1, 0],
  [503, null, 5, 5, 0],
  [503, 'model_not_found', 0, 0, 0],
  [503, 'system_cpu_overloaded', 5, 5, 1],
  [504, null, 5, 0, 0],
  [520, null, 5, 0, 0],
  [523, null, 5, 0, 0],
  [524, null, 5, 0, 0],
  [529, null, 5, 1, 0],
])('%d with the code %s is retried %d, %d and %d times', (status, code, listing, chat, image) => {
  expect(repeatsOf('models', status, [], code)).toBe(listing);
  for (const id of ['chat.completions', 'responses', 'embeddings', 'rerank', 'native.generateContent'] as const)
    expect(repeatsOf(id, status, [], code), id).toBe(chat);
  for (const id of ['images.generations', 'images.edits', 'audio.speech', 'videos', 'responses.compact'] as const)
    expect(repeatsOf(id, status, [], code), id).toBe(image);
});

test('a costly request is retried once after a 429, and only when Retry-After is given', () => {
  expect(repeatsOf('images.generations', 429, [['Retry-After', '30']])).toBe(1);
  expect(repeatsOf('images.generations', 429, [['retry-after-ms', '1500']])).toBe(1);
  expect(repeatsOf('images.generations', 429, [['Retry-After', '31']])).toBe(0);
});

test('the gateway decides, except about costly requests', () => {
  expect(repeatsOf('chat.completions', 429, [['x-should-retry', 'false']])).toBe(0);
  expect(repeatsOf('models', 503, [['X-Should-Retry', 'false']])).toBe(0);
  expect(repeatsOf('chat.completions', 504, [['x-should-retry', 'true']])).toBe(5);
  expect(repeatsOf('images.generations', 500, [['x-should-retry', 'true']])).toBe(0);
});

test('nothing is retried more often than the connection allows', () => {
  const refusal = { status: 429, headers: [], gatewayCode: null };
  const chat = routes['chat.completions'];
  expect(waitBeforeRepeat(chat, refusal, { repeats: 0, allowed: 0 })).toBeNull();
  expect(waitBeforeRepeat(chat, refusal, { repeats: 1, allowed: 2 })).not.toBeNull();
  expect(waitBeforeRepeat(chat, refusal, { repeats: 2, allowed: 2 })).toBeNull();
});

test.each<[what: string, headers: [string, string][], repeats: number, random: number, waitMs: number]>([
  ['nothing said, first', [], 0, 0, 500],
  ['nothing said, third', [], 2, 0, 2000],
  ['nothing said, late', [], 9, 0, 8000],
  ['the jitter only shortens', [], 0, 1, 375],
  ['milliseconds, with a fraction', [['retry-after-ms', '1500.4']], 0, 0, 1500],
  [
    'milliseconds before seconds',
    [
      ['retry-after', '9'],
      ['retry-after-ms', '20'],
    ],
    0,
    0,
    20,
  ],
  ['seconds', [['Retry-After', '7']], 0, 0, 7000],
  ['no wait at all', [['Retry-After', '0']], 0, 0, 0],
  [
    'a date',
    [
      ['Date', 'Sat, 21 Nov 2026 10:00:00 GMT'],
      ['Retry-After', 'Sat, 21 Nov 2026 10:00:05 GMT'],
    ],
    0,
    0,
    5000,
  ],
  ['a minute', [['Retry-After', '60']], 0, 0, 60_000],
  ['longer than anyone waits', [['Retry-After', '61']], 0, 0, 500],
  ['nonsense', [['Retry-After', 'soon']], 0, 0, 500],
])('the wait: %s', (_, headers, repeats, random, waitMs) => {
  const refusal = { status: 429, headers, gatewayCode: null };
  expect(waitBeforeRepeat(routes.models, refusal, { repeats, allowed: 10 }, random)).toBe(waitMs);
});

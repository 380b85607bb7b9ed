import { expect, test } from 'vitest';
import { explainKeyRefusal } from '#core/exchange/key-refusal.ts';
import type { Prepared } from '#core/exchange/prepare.ts';
import { failureFromBody } from '#core/readers/classify.ts';
import { usualPrefixes } from '#shared/protocol/route-path.ts';

const draft = { headers: [], query: [] };

function explain(
  body: unknown,
  status: number,
  { hasKey = true, style = null as string | null, pinned = 'auto', other = false } = {},
) {
  const prepared = {
    connection: { id: 'c', headers: [], nativeKeyStyle: pinned, prefixes: usualPrefixes },
    key: hasKey ? { id: 'k' } : null,
    plan: { credential: hasKey ? { in: 'header' } : null, nativeStyle: style },
    quotesOtherKey: () => other,
  } as unknown as Prepared;
  return explainKeyRefusal(failureFromBody(body, { status }), prepared, draft, undefined);
}

test('a quoted key that was not sent is that of the gateway', () => {
  const found = explain({ error: { message: 'Incorrect API key provided: x' } }, 401, { other: true });
  expect(found).toMatchObject({ code: 'upstream-account', retryable: false });
  expect(found.message).toContain('not the one that was sent');
});

test.each(['Internal Server Error', '', { error: { message: 'Internal Server Error', type: null, code: '500' } }])(
  'a bare 500 without a key is a missing key: %j',
  (body) => {
    const found = explain(body, 500, { hasKey: false });
    expect(found).toMatchObject({ code: 'key-missing', retryable: false });
    expect(found.message).toContain('no key was sent');
    expect(explain(body, 500).code).toBe('server');
  },
);

test('a 500 with a cause of its own stays a failure of the server', () => {
  expect(explain({ error: 'model runner has unexpectedly stopped' }, 500, { hasKey: false }).code).toBe('server');
});

test('a gateway that found no key does not read it in the pinned style', () => {
  const pinned = { style: 'x-goog-api-key', pinned: 'x-goog-api-key' };
  const found = explain({ error: { message: '未提供令牌', type: 'new_api_error' } }, 401, pinned);
  expect(found).toMatchObject({ code: 'key-style' });
  expect(found.message).toContain('does not read the one in the header x-goog-api-key');
  expect(explain({ error: { message: 'Invalid token' } }, 401, pinned).code).toBe('auth');
  expect(explain('Internal Server Error', 500, pinned).hint).toContain('Set the native key style to auto');
});

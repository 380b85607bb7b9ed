import { expect, test } from 'vitest';
import type { TransportEnding } from '../../../../../electron/core/http/response.ts';
import type { Ending } from '../../../../../electron/core/readers/reader.ts';
import { type Evidence, findBuffering, judge } from '../../../../../electron/core/verdict/verdict.ts';
import { type FailureCode, failure } from '../../../../../shared/protocol/failure.ts';

const ending = (
  verdict: Ending['verdict'],
  code?: FailureCode,
  words: Partial<ReturnType<typeof failure>> = {},
): Ending => ({
  parts: [],
  verdict,
  finishReason: verdict === 'complete' ? 'stop' : null,
  error: code ? failure(code, 'reader', words) : null,
});
const broken = (code: FailureCode): TransportEnding => ({ kind: 'broken', failure: failure(code, 'transport') });
const complete: TransportEnding = { kind: 'complete' };

const verdict = (change: Partial<Evidence>) => {
  const {
    state,
    failure: found,
    sent,
    warnings,
  } = judge({
    status: 200,
    ending: ending('complete'),
    transport: complete,
    streamed: true,
    endless: false,
    bodyBytes: 10,
    warnings: [],
    seen: { characters: 5, events: 2 },
    ...change,
  });
  return [state, found?.code ?? null, sent, ...warnings.map(({ code }) => code)];
};

test('the content decides, and the transport can only add doubt', () => {
  expect(verdict({})).toEqual(['done', null, 'answered']);
  expect(verdict({ transport: { kind: 'left' } })).toEqual(['done', null, 'answered']);
  expect(verdict({ transport: { kind: 'unchecked' } })).toEqual(['done', null, 'answered']);
  expect(verdict({ transport: { kind: 'unchecked' }, endless: true })).toEqual([
    'done-with-warnings',
    null,
    'answered',
    'length-unchecked',
  ]);
  expect(verdict({ transport: { kind: 'surplus' } })).toEqual([
    'done-with-warnings',
    null,
    'answered',
    'surplus-bytes',
  ]);
  expect(verdict({ transport: broken('reset') })).toEqual(['done-with-warnings', null, 'answered', 'no-end-mark']);
  expect(verdict({ transport: broken('reset'), streamed: false })).toEqual(['interrupted', 'reset', 'answered']);
  expect(verdict({ warnings: [{ code: 'bad-event', message: '' }] })[0]).toBe('done-with-warnings');
  expect(verdict({ warnings: [{ code: 'retried', message: '' }] })[0]).toBe('done');
});

test('without evidence nothing is done', () => {
  const cut = ending('truncated', 'no-terminal');
  expect(verdict({ ending: cut })).toEqual(['interrupted', 'no-terminal', 'answered']);
  expect(verdict({ ending: cut, transport: broken('idle-timeout') })).toEqual([
    'interrupted',
    'idle-timeout',
    'answered',
  ]);
  expect(verdict({ ending: ending('truncated', 'truncated'), streamed: false })).toEqual([
    'failed',
    'truncated',
    'answered',
  ]);
  expect(
    verdict({ ending: ending('truncated', 'truncated'), streamed: false, transport: { kind: 'surplus' } }),
  ).toEqual(['failed', 'truncated', 'answered']);
  expect(verdict({ ending: ending('empty', 'empty') })).toEqual(['failed', 'empty', 'answered']);
  expect(verdict({ ending: ending('empty', 'empty'), transport: broken('reset'), bodyBytes: 0 })).toEqual([
    'failed',
    'reset',
    'answered',
  ]);
});

test("the gateway's own words take precedence over the transport, other reading faults do not", () => {
  const said = ending('failed', 'in-band', { gatewayMessage: 'upstream died' });
  expect(verdict({ ending: said, transport: broken('reset') })).toEqual(['failed', 'in-band', 'answered']);
  expect(verdict({ ending: ending('failed', 'bad-json'), transport: broken('reset'), streamed: false })).toEqual([
    'interrupted',
    'reset',
    'answered',
  ]);
  expect(verdict({ status: 500, ending: ending('failed', 'server'), transport: broken('reset') })).toEqual([
    'failed',
    'server',
    'answered',
  ]);
});

test('faults found while reading keep a stream and void a document', () => {
  for (const code of ['encoding', 'too-large'] as const) {
    expect(verdict({ ending: ending('truncated', 'no-terminal'), transport: broken(code) })).toEqual([
      'interrupted',
      code,
      'answered',
    ]);
    expect(verdict({ ending: ending('truncated', 'truncated'), transport: broken(code), streamed: false })).toEqual([
      'failed',
      code,
      'answered',
    ]);
    expect(verdict({ ending: null, transport: broken(code), streamed: false })).toEqual(['failed', code, 'answered']);
  }
});

test('a stop by the user is a stop, whatever had arrived', () => {
  expect(verdict({ transport: broken('aborted') })).toEqual(['cancelled', 'aborted', 'answered']);
  expect(verdict({ ending: ending('failed', 'in-band'), transport: broken('aborted') })).toEqual([
    'cancelled',
    'aborted',
    'answered',
  ]);
});

test('a proxy that timed out says nothing about the gateway', () => {
  for (const status of [502, 504])
    expect(verdict({ status, ending: ending('failed', 'upstream') })[2]).toBe('maybe-processed');
  expect(verdict({ status: 503, ending: ending('failed', 'overloaded') })[2]).toBe('answered');
});

test.each([
  [1234, '1,234 characters in 56 events'],
  [0, '56 events'],
])('a broken stream says how far it got', (characters, said) => {
  const found = judge({
    status: 200,
    ending: ending('truncated', 'no-terminal'),
    transport: broken('reset'),
    streamed: true,
    endless: false,
    bodyBytes: 1,
    warnings: [],
    seen: { characters, events: 56 },
  });
  expect(found.failure?.message).toBe(`transport ${said} had arrived.`);
});

test('a stream that arrived all at once after a long wait was held back', () => {
  const held = { sentMs: 100, firstByteMs: 3100, endMs: 3130, events: 40 };
  expect(findBuffering(held)?.message).toMatch(/All 40 events arrived together after 3\.0 s/);
  expect(findBuffering({ ...held, endMs: 3400 })).toBeNull();
  expect(findBuffering({ ...held, events: 3 })).toBeNull();
  expect(findBuffering({ ...held, sentMs: 2900 })).toBeNull();
  expect(findBuffering({ ...held, firstByteMs: null })).toBeNull();
});

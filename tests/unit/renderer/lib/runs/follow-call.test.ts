import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { AppError, failure, type RunState, type SentFlag } from '#shared/protocol/failure.ts';
import type { Part, RunEnd } from '#shared/protocol/part.ts';
import { loadStrings } from '../../../../../renderer/lib/i18n/strings.ts';
import { foldRun } from '../../../../../renderer/lib/runs/fold-run.ts';
import { endedCall, followCall, lostCall } from '../../../../../renderer/lib/runs/follow-call.ts';
import { startRunByHand } from './hand-run.ts';

beforeAll(() => loadStrings());

afterEach(() => {
  vi.useRealTimers();
});

const begun = {
  exchangeId: null as string | null,
  state: 'running' as 'running' | RunState,
  warnings: [],
  usage: null,
  startedAt: 100,
  sent: null as SentFlag | null,
  failure: null as ReturnType<typeof failure> | null,
  endMs: null as number | null,
};
type Call = typeof begun;

const runStart: Part = { type: 'run-start', exchangeId: 'x', attempt: 1 };
const runEnd: Part = {
  type: 'run-end',
  state: 'done',
  finishReason: null,
  sent: 'answered',
  error: null,
  exchangeId: 'x',
  timeline: { endMs: 7 } as RunEnd['timeline'],
};

function follow(parts: () => AsyncIterable<Part>, known: string | null = null) {
  const told: string[] = [];
  const cancelled: string[] = [];
  const following = followCall<Call>({
    start: { ...begun, exchangeId: known },
    parts: parts(),
    fold: foldRun,
    startRun: startRunByHand,
    cancel: (exchangeId) => cancelled.push(exchangeId),
    known,
    onChange: ({ exchangeId }) => told.push(`change ${exchangeId}`),
    onExchange: (exchangeId) => told.push(`exchange ${exchangeId}`),
  });
  return { ...following, told, cancelled };
}

test('the exchange is reported once, and after the change that announced it', async () => {
  const { ended, told } = follow(async function* () {
    yield runStart;
    yield runEnd;
  });
  expect(endedCall(await ended, 500)).toMatchObject({ state: 'done', sent: 'answered', endMs: 7, failure: null });
  expect(told.filter((line) => line.startsWith('exchange'))).toEqual(['exchange x']);
  expect(told.indexOf('change x')).toBeLessThan(told.indexOf('exchange x'));
});

test('an exchange that is followed again is not reported again', async () => {
  const { ended, told } = follow(async function* () {
    yield runStart;
    yield runEnd;
  }, 'x');
  await ended;
  expect(told).not.toContain('exchange x');
});

test('a call is stopped as soon as its exchange is known, and at once if it already is', async () => {
  let go = () => {};
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  const early = follow(async function* () {
    await gate;
    yield runStart;
    yield { ...runEnd, state: 'cancelled' };
  });
  early.stop();
  expect(early.cancelled).toEqual([]);
  go();
  expect((await early.ended).call.state).toBe('cancelled');
  expect(early.cancelled).toEqual(['x']);
  const late = follow(async function* () {
    yield runEnd;
  }, 'y');
  late.stop();
  expect(late.cancelled).toEqual(['y']);
  await late.ended;
});

test('a broken connection cuts the call off and keeps what is known of it', async () => {
  const { ended } = follow(async function* () {
    yield runStart;
    throw new AppError(failure('connection-lost', 'gone'));
  });
  expect(endedCall(await ended, 500)).toMatchObject({
    exchangeId: 'x',
    state: 'interrupted',
    sent: 'maybe-processed',
    failure: { code: 'connection-lost' },
    endMs: 400,
  });
});

test('an exchange that ends without its last part did not end well', async () => {
  const { ended } = follow(async function* () {
    yield runStart;
  });
  expect(endedCall(await ended, 500)).toMatchObject({ state: 'interrupted', failure: { code: 'internal' } });
});

test('a request without a known exchange counts as lost half a minute after its start', async () => {
  vi.useFakeTimers();
  let lost: Call | undefined;
  void lostCall(begun, 10_100, { message: 'lost', hint: 'look' }).then((call) => {
    lost = call;
  });
  await vi.advanceTimersByTimeAsync(19_999);
  expect(lost).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(lost).toMatchObject({
    state: 'interrupted',
    sent: 'maybe-processed',
    failure: { code: 'app-ended', message: 'lost' },
    endMs: 0,
  });
});

import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { AppError, failure, type RunState, type SentFlag } from '#shared/protocol/failure.ts';
import { loadStrings } from '../../../../../renderer/lib/i18n/strings.ts';
import { endedCall, followCall, lostCall } from '../../../../../renderer/lib/runs/follow-call.ts';
import { startRunByHand } from './hand-run.ts';

beforeAll(() => loadStrings());

afterEach(() => {
  vi.useRealTimers();
});

const begun = {
  exchangeId: null as string | null,
  state: 'running' as 'running' | RunState,
  startedAt: 100,
  sent: null as SentFlag | null,
  failure: null as ReturnType<typeof failure> | null,
  endMs: null as number | null,
};
type Call = typeof begun;

async function followed(parts: () => AsyncIterable<Partial<Call>>, start: Call = begun) {
  const told: string[] = [];
  const run = startRunByHand(parts(), start, (call: Call, part: Partial<Call>) => ({ ...call, ...part }));
  const end = await followCall(run, start, {
    onChange: ({ exchangeId }) => told.push(`change ${exchangeId}`),
    onExchange: (exchangeId) => told.push(`exchange ${exchangeId}`),
  });
  return { end, told };
}

test('the exchange is told once, and after the change that brought it', async () => {
  const { end, told } = await followed(async function* () {
    yield { exchangeId: 'x' };
    yield { exchangeId: 'x', state: 'done', endMs: 7 };
  });
  expect(told.filter((line) => line.startsWith('exchange'))).toEqual(['exchange x']);
  expect(told.indexOf('change x')).toBeLessThan(told.indexOf('exchange x'));
  expect(endedCall(end, 500)).toMatchObject({ state: 'done', endMs: 7, failure: null });
});

test('an exchange that is followed again is not told anew', async () => {
  const again = { ...begun, exchangeId: 'x' };
  const { told } = await followed(async function* () {
    yield { exchangeId: 'x' };
    yield { state: 'done' };
  }, again);
  expect(told).not.toContain('exchange x');
});

test('a line that breaks cuts the call off and keeps what is known of it', async () => {
  const { end } = await followed(async function* () {
    yield { exchangeId: 'x', sent: 'answered' };
    throw new AppError(failure('connection-lost', 'gone'));
  });
  expect(endedCall(end, 500)).toMatchObject({
    exchangeId: 'x',
    state: 'interrupted',
    sent: 'answered',
    failure: { code: 'connection-lost' },
    endMs: 400,
  });
});

test('an exchange that ends without its last word is no good end', async () => {
  const { end } = await followed(async function* () {
    yield { exchangeId: 'x' };
  });
  expect(endedCall(end, 500)).toMatchObject({
    state: 'interrupted',
    sent: 'maybe-processed',
    failure: { code: 'internal' },
  });
});

test('a request that no exchange is known of counts as lost half a minute after its start', async () => {
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

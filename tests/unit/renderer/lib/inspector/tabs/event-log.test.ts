import { expect, test, vi } from 'vitest';
import type { EventRow } from '#shared/contract/exchanges.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { readEventLog } from '../../../../../../renderer/lib/inspector/tabs/event-log.ts';
import { handFrames } from '../../runs/hand-frames.ts';

const row = (index: number, kind = 'text-delta', data = 'd'): EventRow => ({
  index,
  atMs: index,
  sizeBytes: data.length,
  name: null,
  kind,
  summary: '',
  data,
});
const lost = new AppError(failure('connection-lost', 'broke'));

async function* give(rows: readonly EventRow[], error?: Error) {
  yield* rows;
  if (error) throw error;
}

test('rows are counted by kind and written once per frame; the end flushes the rest', async () => {
  const screen = handFrames();
  const onActivity = vi.fn();
  const { store } = readEventLog('e', onActivity, () => give([row(0, 'run-start'), row(1), row(2)]), screen.schedule);
  await vi.waitFor(() => expect(store.getState().status).toBe('whole'));
  expect(store.getState().rows).toHaveLength(3);
  expect(store.getState().kinds).toEqual({ 'run-start': 1, 'text-delta': 2 });
  expect(onActivity).toHaveBeenCalledTimes(2);
});

test('a broken connection is resumed after the last row', async () => {
  const asked: number[] = [];
  const { store } = readEventLog(
    'e',
    () => {},
    ({ from }) => {
      asked.push(from);
      return from === 0 ? give([row(0), row(1)], lost) : give([row(2)]);
    },
    handFrames().schedule,
  );
  await vi.waitFor(() => expect(store.getState().status).toBe('whole'));
  expect(asked).toEqual([0, 2]);
  expect(store.getState().rows.map(({ index }) => index)).toEqual([0, 1, 2]);
});

test('any other failure ends the log and keeps what was read', async () => {
  const oops = new AppError(failure('storage', 'disk'));
  const { store } = readEventLog(
    'e',
    () => {},
    () => give([row(0)], oops),
    handFrames().schedule,
  );
  await vi.waitFor(() => expect(store.getState().status).toBe('broken'));
  expect(store.getState()).toMatchObject({ failure: { code: 'storage' }, rows: [{ index: 0 }] });
});

test('a large log keeps its rows and drops the data of later ones', async () => {
  const big = 'x'.repeat(20_000_000);
  const { store } = readEventLog(
    'e',
    () => {},
    () => give([row(0, 'text-delta', big), row(1, 'text-delta', big), row(2)]),
    handFrames().schedule,
  );
  await vi.waitFor(() => expect(store.getState().status).toBe('whole'));
  expect(store.getState().rows.map(({ data }) => data.length)).toEqual([20_000_000, 0, 0]);
});

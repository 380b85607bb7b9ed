import { expect, test } from 'vitest';
import type { ExchangeDetail, ExchangeSummary } from '#shared/contract/exchanges.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { createExchangeRows, isFilteredOut } from '../../../../../renderer/panels/wire/rows/exchange-rows.ts';

const row = (startedAt: number, more: Partial<ExchangeSummary> = {}) =>
  ({ id: `e${startedAt}`, startedAt, pinned: false, ...more }) as ExchangeSummary;

type Port = Parameters<typeof createExchangeRows>[0];

/** A history that responds like the core: newest first, paged by time. */
function history(count: number) {
  const held = Array.from({ length: count }, (_, index) => row(index + 1));
  const asked: Parameters<Port['list']>[0][] = [];
  return {
    held,
    asked,
    port: {
      async list(input: Parameters<Port['list']>[0]) {
        asked.push(input);
        return held
          .filter(({ startedAt }) => startedAt < (input.before ?? Number.MAX_SAFE_INTEGER))
          .filter(({ pinned }) => input.pinned === undefined || pinned === input.pinned)
          .sort((one, two) => two.startedAt - one.startedAt)
          .slice(input.offset ?? 0, (input.offset ?? 0) + input.limit);
      },
      async get({ id }: { id: string }) {
        return held.find((one) => one.id === id) as ExchangeDetail;
      },
    },
  };
}

const timesOf = (rows: readonly ExchangeSummary[]) => rows.map(({ startedAt }) => startedAt);
const downFrom = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);

test('pages are contiguous until all are loaded', async () => {
  const rows = createExchangeRows(history(450).port);
  await rows.open({});
  expect(rows.store.getState()).toMatchObject({ status: 'ready', isWhole: false });
  await Promise.all([rows.loadMore(), rows.loadMore()]);
  await rows.loadMore();
  expect(timesOf(rows.store.getState().rows)).toEqual(downFrom(450, 1));
  expect(rows.store.getState().isWhole).toBe(true);
});

test('new rows are added at the top, and the older rows stay', async () => {
  const { held, port } = history(450);
  const rows = createExchangeRows(port);
  await rows.open({});
  await rows.loadMore();
  held.push(row(451), row(452));
  await rows.refresh('e452');
  expect(timesOf(rows.store.getState().rows)).toEqual(downFrom(452, 51));
});

test('new rows that leave a gap discard the older rows, to be read again', async () => {
  const { held, port } = history(250);
  const rows = createExchangeRows(port);
  await rows.open({});
  held.push(...Array.from({ length: 150 }, (_, index) => row(251 + index)));
  await rows.refresh('e400');
  expect(timesOf(rows.store.getState().rows)).toEqual(downFrom(400, 301));
  expect(rows.store.getState().isWhole).toBe(false);
  await rows.loadMore();
  expect(timesOf(rows.store.getState().rows)).toEqual(downFrom(400, 101));
});

test('a changed older row is updated in place', async () => {
  const { held, port } = history(300);
  const rows = createExchangeRows(port);
  await rows.open({});
  held[149] = row(150, { pinned: true });
  await rows.refresh('e150');
  expect(rows.store.getState().rows.find(({ startedAt }) => startedAt === 150)?.pinned).toBe(true);
});

test('when any row may have changed, deleted rows disappear everywhere', async () => {
  const { held, port } = history(300);
  const rows = createExchangeRows(port);
  await rows.open({});
  held.splice(120, 1);
  await rows.refresh();
  expect(timesOf(rows.store.getState().rows)).not.toContain(121);
});

test('rows of another filter never mix with those of the previous one', async () => {
  const { held, port } = history(5);
  held[2] = row(3, { pinned: true });
  let letGo = () => {};
  const held1 = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let isFirst = true;
  const rows = createExchangeRows({
    ...port,
    async list(input) {
      const answer = await port.list(input);
      if (isFirst) {
        isFirst = false;
        await held1;
      }
      return answer;
    },
  });
  const slow = rows.open({});
  await rows.open({ pinned: true });
  letGo();
  await slow;
  expect(timesOf(rows.store.getState().rows)).toEqual([3]);
});

test('a failure is reported; existing rows stay', async () => {
  const { port } = history(5);
  let isBroken = true;
  const rows = createExchangeRows({
    ...port,
    async list(input) {
      if (isBroken) throw new AppError(failure('storage', 'The disk is gone.'));
      return port.list(input);
    },
  });
  await rows.open({});
  expect(rows.store.getState()).toMatchObject({ status: 'failed', failure: { code: 'storage' } });
  isBroken = false;
  await rows.open({});
  isBroken = true;
  await rows.refresh();
  expect(rows.store.getState()).toMatchObject({ status: 'ready', failure: { code: 'storage' } });
  expect(rows.store.getState().rows).toHaveLength(5);
});

test('ids for an export are read as far as they are needed', async () => {
  const rows = createExchangeRows(history(900).port);
  await rows.open({});
  expect(await rows.loadUpTo(500)).toHaveLength(500);
  expect(await rows.loadUpTo(5000)).toHaveLength(900);
});

test('an exchange is known to be filtered out as far back as the rows were read', () => {
  const read = { rows: [row(9), row(7), row(5)], status: 'ready' as const, isWhole: false, isByTime: true };
  expect(isFilteredOut(row(7), read)).toBe(false);
  expect(isFilteredOut(row(8), read)).toBe(true);
  expect(isFilteredOut(row(12), read)).toBe(true);
  // It may be among the older ones, which are not read yet.
  expect(isFilteredOut(row(3), read)).toBe(false);
  expect(isFilteredOut(row(3), { ...read, isWhole: true })).toBe(true);
  expect(isFilteredOut(row(3), { ...read, rows: [], isWhole: true })).toBe(true);
  expect(isFilteredOut(row(8), { ...read, status: 'reading' })).toBe(false);
  expect(isFilteredOut(row(8), { ...read, isByTime: false })).toBe(false);
});

test('a sorted list is paged by position, and read again as a whole when something changes', async () => {
  const { held, asked, port } = history(450);
  const rows = createExchangeRows(port);
  const order = { by: 'model', descending: false } as const;
  await rows.open({ order });
  await rows.loadMore();
  expect(asked.map(({ order: given, offset, before }) => [given, offset, before])).toEqual([
    [order, 0, undefined],
    [order, 200, undefined],
  ]);
  held.push(row(451));
  await rows.refresh('e451');
  expect(asked.at(-1)).toMatchObject({ order });
  expect(rows.store.getState()).toMatchObject({ isByTime: false });
});

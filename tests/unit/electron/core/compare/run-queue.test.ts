import { expect, test } from 'vitest';
import { createBudget, noSpending } from '#core/compare/budget.ts';
import { type Job, runQueue } from '#core/compare/run-queue.ts';
import { systemClock } from '#core/ports.ts';
import type { CellHead } from '#shared/contract/compare.ts';

type Item = Pick<CellHead, 'id' | 'state' | 'resumesAt' | 'exchangeId' | 'failure' | 'endedAt'>;

const job = (id: string): Job<Item> => {
  const item: Item = { id, state: 'waiting', resumesAt: null, exchangeId: null, failure: null, endedAt: null };
  return {
    item,
    group: '',
    key: '',
    sends: 0,
    draft: () => ({}) as never,
    estimate: () => ({ tokens: 0, money: null }),
    finish: ({ state, endedAt }) => Promise.resolve({ ...item, state, endedAt }),
  };
};

/** Runs jobs with one request at a time. */
function run(jobs: Job<Item>[], store: (item: Item) => void) {
  let sent = 0;
  const queue = runQueue(jobs, {
    limits: { concurrency: 1, perMinute: null },
    budget: createBudget({ calls: null, tokens: null, money: null }, noSpending, () => {}),
    clock: systemClock,
    async *perform() {
      sent += 1;
      await Promise.resolve();
      yield { type: 'run-start', exchangeId: `x${sent}` } as never;
    },
    usedBy: () => ({ tokens: 0, money: null }),
    isSettled: () => true,
    write(item) {
      store(item);
      return true;
    },
  });
  return { queue, sent: () => sent };
}

test.each([
  ['before the first request', 'running', 0],
  ['when a request starts', 'x1', 1],
  ['when a reply has ended', 'interrupted', 1],
])('an error in this program %s rejects, and nothing more is sent', async (_, at, sent) => {
  const broken = new Error('a bug');
  const started = run([job('a'), job('b')], ({ state, exchangeId }) => {
    if (state === at || exchangeId === at) throw broken;
  });
  await expect(started.queue.over).rejects.toBe(broken);
  expect(started.sent()).toBe(sent);
  expect(started.queue.add([job('c')])).toBe(false);
});

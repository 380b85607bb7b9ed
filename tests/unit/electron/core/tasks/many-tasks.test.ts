import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createSchedule } from '#core/tasks/schedule.ts';
import { canariesIn } from '../../../../support/exchange/canary.ts';
import { quick } from '../../../../support/tasks/quick-timings.ts';
import { isSaved, json, openBench, startGateway, video, videoFile } from '../../../../support/tasks/task-bench.ts';

test('fifty tasks are polled a few at a time, and all are saved', async () => {
  let made = 0;
  let asking = 0;
  let most = 0;
  const together = Promise.withResolvers<void>();
  const gateway = await startGateway({
    'POST /v1/videos': (_request, response) => {
      made += 1;
      json(response, video('queued', { id: `t${made}`, task_id: `t${made}` }));
    },
    'GET /v1/videos/': ({ url }, response) => {
      if (url.endsWith('/content')) return videoFile(response);
      asking += 1;
      most = Math.max(most, asking);
      if (asking === 3) together.resolve();
      // No poll is answered before three are pending, and then there is time for a fourth.
      void together.promise
        .then(() => new Promise((resolve) => setTimeout(resolve, 20)))
        .then(() => {
          asking -= 1;
          json(response, video('completed', { id: url.split('/')[3], task_id: url.split('/')[3] }));
        });
    },
  });
  const bench = await openBench({ baseAddress: gateway.url, options: { taskTimings: { ...quick, concurrency: 3 } } });
  const ids = await Promise.all(Array.from({ length: 50 }, () => bench.submit()));
  for (const id of ids) await bench.until(id, isSaved);
  expect(made).toBe(50);
  expect(most).toBe(3);
  await bench.close();
  for (const name of readdirSync(bench.folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(bench.folder, name);
    if (statSync(file).isFile()) expect([name, canariesIn(readFileSync(file))]).toEqual([name, []]);
  }
}, 60_000);

test('polls without news leave only the newest few in the history', async () => {
  const gateway = await startGateway({
    'POST /v1/videos': (_request, response) => json(response, video('queued')),
    'GET /v1/videos/task_1': (_request, response, count) => json(response, video(count < 3 ? 'queued' : 'in_progress')),
  });
  const bench = await openBench({ baseAddress: gateway.url });
  const id = await bench.submit();
  const task = await bench.until(id, ({ polls }) => polls > 40);
  const polls = await bench.client.exchanges.list({ routeId: 'videos.get', limit: 200 });
  expect(polls.length).toBeLessThan(20);
  expect(polls.every(({ origin }) => origin === 'core')).toBe(true);
  const kept = new Set(polls.map((exchange) => exchange.id));
  const reportedIds = task.marks.flatMap(({ kind, exchangeId }) =>
    kind === 'state' && exchangeId ? [exchangeId] : [],
  );
  expect(reportedIds.length).toBeGreaterThan(1);
  expect(reportedIds.filter((exchangeId) => !kept.has(exchangeId))).toEqual([]);
});

/** A schedule on a manual clock, with runs that end on demand. */
function openSchedule(concurrency: number) {
  const running = new Map<string, (waitMs: number | null) => void>();
  const begun: string[] = [];
  const schedule = createSchedule({
    concurrency,
    clock: { monotonic: () => performance.now() },
    run: (id) => {
      begun.push(id);
      return new Promise((resolve) => running.set(id, resolve));
    },
  });
  const end = async (id: string, waitMs: number | null = null) => {
    running.get(id)?.(waitMs);
    running.delete(id);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { schedule, begun, running, end };
}

test('after sleep everything due is polled once, and no more at a time than allowed', async () => {
  const { schedule, begun, end } = openSchedule(2);
  for (const id of ['a', 'b', 'c', 'd']) schedule.in(id, 3_600_000);
  schedule.runAllNow();
  schedule.runAllNow();
  expect(begun).toEqual(['a', 'b']);
  await end('a', 3_600_000);
  await end('b', 3_600_000);
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  await end('c');
  await end('d');
  expect(begun).toHaveLength(4);
  await schedule.close();
});

test('a dropped task does not return during its poll, and a running poll is not started twice', async () => {
  const { schedule, begun, end } = openSchedule(2);
  schedule.in('a', 0);
  schedule.in('a', 0);
  expect(begun).toEqual(['a']);
  expect(schedule.isRunning('a')).toBe(true);
  schedule.drop('a');
  await end('a', 0);
  expect(schedule.isRunning('a')).toBe(false);
  expect(begun).toEqual(['a']);
  await schedule.close();
});

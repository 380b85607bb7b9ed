import type { BrowserWindow } from 'electron';
import { expect, test } from 'vitest';
import {
  type Activity,
  createActivitySigns,
  followActivity,
  readActivity,
} from '../../../../electron/desktop/activity.ts';

const { signal } = new AbortController();
const task = (more: object) => ({ watching: true, paused: null, progress: null, result: { state: 'none' }, ...more });

function core({ exchanges = 0, tasks = [] as object[], runs = [] as object[], update = {}, changes = [] as string[] }) {
  const queries: unknown[] = [];
  const made = {
    exchanges: {
      list(input: object) {
        queries.push(input);
        return Array(exchanges).fill({});
      },
    },
    tasks: { list: () => tasks },
    checks: { runs: () => runs },
    updates: { state: () => ({ step: 'idle', percent: null, ...update }) },
    host: {
      async *changes() {
        for (const area of changes) yield { area };
        await new Promise((resolve) => setTimeout(resolve, 20));
      },
    },
  };
  return { core: made as never, queries };
}

test('requests keep the computer awake and show no bar', async () => {
  const { core: busy, queries } = core({ exchanges: 2 });
  expect(await readActivity(busy, signal)).toEqual({ running: 2, shares: [] });
  expect(queries).toEqual([{ limit: 500, outcome: 'running' }]);
});

test('tasks, checks and a download of a new version share one bar', async () => {
  const busy = core({
    tasks: [
      task({ progress: 0.5 }),
      task({ result: { state: 'downloading', receivedBytes: 25, totalBytes: 100 } }),
      task({ watching: false, progress: 1 }),
      task({ paused: { why: 'key' }, progress: 0 }),
    ],
    runs: [
      { state: 'running', ended: 3, cells: 4 },
      { state: 'done', ended: 4, cells: 4 },
    ],
    update: { step: 'fetching', percent: 50 },
  });
  expect(await readActivity(busy.core, signal)).toEqual({ running: 3, shares: [0.5, 0.25, 0.75, 0.5] });
});

test('a task without progress shows an indeterminate bar', async () => {
  expect(await readActivity(core({ tasks: [task({})] }).core, signal)).toEqual({ running: 1, shares: [null] });
});

test('a burst of changes is read once, and changes of other areas never', async () => {
  const reported: Activity[] = [];
  const at = { everyMs: 0, tickMs: 1000 };
  const tell = (activity: Activity) => void reported.push(activity);
  await followActivity(core({ changes: ['settings', 'library'] }).core, () => [], signal, tell, at);
  expect(reported).toHaveLength(1);
  await followActivity(core({ changes: Array(50).fill('exchanges') }).core, () => [], signal, tell, at);
  expect(reported).toHaveLength(3);
});

test('the computer is kept awake once, and released when nothing runs', () => {
  const log: string[] = [];
  const opened: ((window: BrowserWindow) => void)[] = [];
  const window = { setProgressBar: (share: number) => void log.push(`bar ${share}`) } as BrowserWindow;
  const show = createActivitySigns(
    {
      start: (kind) => log.push(`start ${kind}`),
      stop: (id) => log.push(`stop ${id}`) > 0,
    },
    { all: () => [window], onOpen: (run) => opened.push(run) },
  );
  show({ running: 2, share: 0.25 });
  show({ running: 1, share: 'unknown' });
  // Another window shows activity, too.
  for (const run of opened) run(window);
  show({ running: 0, share: null });
  show({ running: 0, share: null });
  expect(log).toEqual(['start prevent-app-suspension', 'bar 0.25', 'bar 2', 'bar 2', 'stop 1', 'bar -1', 'bar -1']);
});

test('work that announces no changes is polled while it runs, and the bar disappears when it is over', async () => {
  const reported: Activity[] = [];
  const left = [[0.25], [0.5], [0.75], []];
  const over = Promise.withResolvers<void>();
  const idle = {
    ...(core({}).core as object),
    host: {
      async *changes() {
        await over.promise;
        yield* [];
      },
    },
  };
  const tell = (now: Activity) => {
    reported.push(now);
    if (now.running === 0) over.resolve();
  };
  await followActivity(idle as never, () => left.shift() ?? [], signal, tell, { everyMs: 0, tickMs: 1 });
  expect(reported).toEqual([
    { running: 1, share: 0.25 },
    { running: 1, share: 0.5 },
    { running: 1, share: 0.75 },
    { running: 0, share: null },
  ]);
});

test('an upload shares the bar with a task, and a request without progress shows nothing', async () => {
  const reported: Activity[] = [];
  const tell = (now: Activity) => void reported.push(now);
  const busy = core({ exchanges: 2, tasks: [task({ progress: 0.5 })] });
  await followActivity(busy.core, () => [1], AbortSignal.abort(), tell);
  await followActivity(core({ exchanges: 1 }).core, () => [], AbortSignal.abort(), tell);
  expect(reported).toEqual([
    { running: 4, share: 0.75 },
    { running: 1, share: null },
  ]);
});

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
  const asked: unknown[] = [];
  const made = {
    exchanges: {
      list(input: object) {
        asked.push(input);
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
  return { core: made as never, asked };
}

test('requests keep the computer awake and show no bar', async () => {
  const { core: busy, asked } = core({ exchanges: 2 });
  expect(await readActivity(busy, signal)).toEqual({ running: 2, shares: [] });
  expect(asked).toEqual([{ limit: 500, outcome: 'running' }]);
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

test('a task that tells no progress shows that something goes on', async () => {
  expect(await readActivity(core({ tasks: [task({})] }).core, signal)).toEqual({ running: 1, shares: [null] });
});

test('a burst of changes is read once, and changes of other areas never', async () => {
  const told: Activity[] = [];
  const at = { everyMs: 0, tickMs: 1000 };
  const tell = (activity: Activity) => void told.push(activity);
  await followActivity(core({ changes: ['settings', 'library'] }).core, () => [], signal, tell, at);
  expect(told).toHaveLength(1);
  await followActivity(core({ changes: Array(50).fill('exchanges') }).core, () => [], signal, tell, at);
  expect(told).toHaveLength(3);
});

test('the computer is kept awake once, and let go when nothing runs', () => {
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
  // Another window shows what goes on, too.
  for (const run of opened) run(window);
  show({ running: 0, share: null });
  show({ running: 0, share: null });
  expect(log).toEqual(['start prevent-app-suspension', 'bar 0.25', 'bar 2', 'bar 2', 'stop 1', 'bar -1', 'bar -1']);
});

test('what tells no change is followed while it goes on, and the bar is gone when it is over', async () => {
  const told: Activity[] = [];
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
    told.push(now);
    if (now.running === 0) over.resolve();
  };
  await followActivity(idle as never, () => left.shift() ?? [], signal, tell, { everyMs: 0, tickMs: 1 });
  expect(told).toEqual([
    { running: 1, share: 0.25 },
    { running: 1, share: 0.5 },
    { running: 1, share: 0.75 },
    { running: 0, share: null },
  ]);
});

test('an upload shares the bar with a task, and nothing is shown for a request that says nothing', async () => {
  const told: Activity[] = [];
  const tell = (now: Activity) => void told.push(now);
  const busy = core({ exchanges: 2, tasks: [task({ progress: 0.5 })] });
  await followActivity(busy.core, () => [1], AbortSignal.abort(), tell);
  await followActivity(core({ exchanges: 1 }).core, () => [], AbortSignal.abort(), tell);
  expect(told).toEqual([
    { running: 4, share: 0.75 },
    { running: 1, share: null },
  ]);
});

import type { PowerSaveBlocker } from 'electron';
import type { Change } from '#shared/contract/host.ts';
import type { Core } from '#shared/contract/index.ts';
import type { TaskSummary } from '#shared/contract/tasks.ts';
import type { AppWindows } from './windows.ts';

/** What the core is working on. */
export interface Activity {
  /** Requests, tasks and checks that would be interrupted if the computer went to sleep. */
  running: number;
  /**
   * Combined progress of the long-running ones, from 0 to 1; `null` when none is running, `unknown` when none reports
   * progress.
   */
  share: number | 'unknown' | null;
}

type ActiveCore = Pick<Core, 'host' | 'exchanges' | 'tasks' | 'checks' | 'updates'>;

const areas: ReadonlySet<Change['area']> = new Set(['exchanges', 'tasks', 'checks', 'updates']);
/** Changes arrive in bursts; work that reports none is polled often enough for smooth progress. */
const usualTimings = { everyMs: 500, tickMs: 1000 };

/** One read of the core, with the progress of each long-running job; `null` for one that reports none. */
interface Reading {
  running: number;
  shares: (number | null)[];
}

/**
 * Reports what is running, now and after every change, until the signal fires. `ongoing` is work that reports no
 * changes while it runs (`RunningCore.ongoing`); it is polled every second while anything runs.
 */
export async function followActivity(
  core: ActiveCore,
  ongoing: () => readonly number[],
  signal: AbortSignal,
  notify: (activity: Activity) => void,
  { everyMs, tickMs } = usualTimings,
): Promise<void> {
  let isDue = false;
  let reading: Reading = { running: 0, shares: [] };
  let tick: NodeJS.Timeout | undefined;
  const show = () => {
    clearTimeout(tick);
    const more = ongoing();
    const activity = { running: reading.running + more.length, share: meanOf([...reading.shares, ...more]) };
    notify(activity);
    if (activity.running > 0 && !signal.aborted) tick = setTimeout(show, tickMs).unref();
  };
  const look = async () => {
    isDue = false;
    try {
      reading = await readActivity(core, signal);
      show();
    } catch {
      // The core is closing; the last report ends with the process.
    }
  };
  await look();
  for await (const { area } of core.host.changes({}, { signal })) {
    if (isDue || !areas.has(area)) continue;
    isDue = true;
    setTimeout(() => void look(), everyMs).unref();
  }
  clearTimeout(tick);
}

/**
 * Reads what the core is working on.
 *
 * @throws when the core is closed.
 */
export async function readActivity(core: ActiveCore, signal: AbortSignal): Promise<Reading> {
  const [exchanges, tasks, runs, update] = await Promise.all([
    core.exchanges.list({ limit: 500, outcome: 'running' }, { signal }),
    core.tasks.list({ limit: 300 }, { signal }),
    core.checks.runs({}, { signal }),
    core.updates.state({}, { signal }),
  ]);
  // A paused task waits for the user: the computer may sleep.
  const watched = tasks.filter(({ watching, paused }) => watching && paused === null);
  const checking = runs.filter(({ state }) => state === 'running');
  const shares = [
    ...watched.map(shareOf),
    ...checking.map(({ ended, cells }) => (cells > 0 ? ended / cells : null)),
    ...(update.step === 'fetching' ? [(update.percent ?? 0) / 100] : []),
  ];
  return { running: exchanges.length + watched.length + checking.length, shares };
}

function shareOf({ progress, result }: TaskSummary): number | null {
  if (result.state !== 'downloading') return progress;
  return result.totalBytes ? result.receivedBytes / result.totalBytes : null;
}

function meanOf(shares: readonly (number | null)[]): Activity['share'] {
  if (shares.length === 0) return null;
  const known = shares.filter((share) => share !== null);
  if (known.length === 0) return 'unknown';
  return known.reduce((sum, share) => sum + share, 0) / known.length;
}

/** Keeps the computer awake while something runs, and shows the progress on the taskbar or in the dock. */
export function createActivitySigns(
  blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>,
  windows: Pick<AppWindows, 'all' | 'onOpen'>,
): (activity: Activity) => void {
  let blocked: number | null = null;
  let bar = -1;
  windows.onOpen((window) => window.setProgressBar(bar));
  return ({ running, share }) => {
    if (running > 0) blocked ??= blocker.start('prevent-app-suspension');
    else if (blocked !== null) {
      blocker.stop(blocked);
      blocked = null;
    }
    // Below 0 there is no bar; above 1 the bar is indeterminate.
    bar = share === null ? -1 : share === 'unknown' ? 2 : share;
    for (const window of windows.all()) window.setProgressBar(bar);
  };
}

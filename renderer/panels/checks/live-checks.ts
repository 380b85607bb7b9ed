import { create } from 'zustand';
import type { CheckCell, CheckNews, CheckRun, CheckRunSummary } from '#shared/contract/checks.ts';
import { client } from '../../lib/client/client.ts';
import { putResult } from '../../lib/client/query.ts';
import { strings } from '../../lib/i18n/strings.ts';
import { announce } from '../../lib/notices/announce.ts';
import { followNews, withChanged } from '../../lib/runs/follow-news.ts';
import { countGroups } from './model/verdicts.ts';
import { nameOf } from './words.ts';

/** Running checks that this page follows, by run. They outlive the panel; the core runs them in any case. */
const useLiveChecks = create<{ byRun: Record<string, LiveCheck> }>(() => ({ byRun: {} }));

export const useLive = (runId: string | null): LiveCheck | null =>
  useLiveChecks(({ byRun }) => (runId === null ? undefined : byRun[runId])) ?? null;

/** Follows a running check to its end, once, across lost connections too; its complete result is then in the query cache. */
export function followCheck(run: CheckRun): void {
  if (useLiveChecks.getState().byRun[run.id]) return;
  put(run.id, { summary: run, rows: run.rows });
  void follow(run.id).then(() => {
    const { [run.id]: _over, ...byRun } = useLiveChecks.getState().byRun;
    useLiveChecks.setState({ byRun });
  });
}

const put = (runId: string, live: LiveCheck) =>
  useLiveChecks.setState(({ byRun }) => ({ byRun: { ...byRun, [runId]: live } }));

const follow = (runId: string) =>
  followNews<CheckNews>(
    () => client.checks.watch({ runId }),
    (batch) => {
      const live = useLiveChecks.getState().byRun[runId];
      if (live) put(runId, fold(live, batch));
    },
    async () => {
      const run = await client.checks.get({ runId });
      putResult('checks', 'get', { runId }, run);
      if (run.state === 'running') return false;
      notifyCompletion(run);
      return true;
    },
  );

function notifyCompletion(run: CheckRun): void {
  const t = strings().checks;
  const { works, exists } = countGroups(run.verdicts);
  announce(t.run.finished(nameOf(run, t), works, exists, run.cells));
}

/** A run in progress: its numbers and its cells, in the order of the plan. */
interface LiveCheck {
  summary: CheckRunSummary | null;
  rows: readonly CheckCell[];
}

/** Applies news. */
export function fold({ summary, rows }: LiveCheck, batch: readonly CheckNews[]): LiveCheck {
  let newest = summary;
  const changed = new Map<string, CheckCell>();
  for (const news of batch)
    if (news.type === 'run') newest = news.run;
    else changed.set(news.cell.id, news.cell);
  return { summary: newest, rows: withChanged(rows, changed) };
}

/** Marks the cells an ended run did not reach as not tried: no cell of an ended run is still in progress. */
export const settled = (run: CheckRun): CheckRun =>
  run.state === 'running' || run.rows.every(({ state }) => state === 'ended')
    ? run
    : { ...run, rows: run.rows.map((cell) => (cell.state === 'ended' ? cell : { ...cell, ...notReached })) };

const notReached = { state: 'ended', verdict: 'not-tried' } as const;

/** Returns the run to show: the stored result with the live updates applied. */
export const withLive = (run: CheckRun, live: LiveCheck | null): CheckRun =>
  settled(live?.summary?.id === run.id ? { ...run, ...live.summary, rows: [...live.rows] } : run);

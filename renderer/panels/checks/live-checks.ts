import { create } from 'zustand';
import type { CheckNews, CheckRun } from '#shared/contract/checks.ts';
import { AppError } from '#shared/protocol/failure.ts';
import { client } from '../../lib/client/client.ts';
import { putResult } from '../../lib/client/query.ts';
import { strings } from '../../lib/i18n/strings.ts';
import { announce } from '../../lib/page/announce.ts';
import { perFrame } from '../../lib/page/frames.ts';
import { fold, type LiveCheck } from './model/run-state.ts';
import { countGroups } from './model/verdicts.ts';
import { nameOf } from './words.ts';

/** Running checks that this page follows, by run. They outlive the panel; the core runs them in any case. */
const useLives = create<{ byRun: Record<string, LiveCheck> }>(() => ({ byRun: {} }));

export const useLive = (runId: string | null): LiveCheck | null =>
  useLives(({ byRun }) => (runId === null ? undefined : byRun[runId])) ?? null;

/** Wait before a run that says it goes on, though its news ended, is followed again. */
const againMs = 1000;

/** Follows a running check to its end, once, over broken lines too; then its whole result stands in the queries. */
export function followCheck(run: CheckRun): void {
  if (useLives.getState().byRun[run.id]) return;
  put(run.id, { summary: run, rows: run.rows });
  void follow(run.id).finally(() => {
    const { [run.id]: _over, ...byRun } = useLives.getState().byRun;
    useLives.setState({ byRun });
  });
}

const put = (runId: string, live: LiveCheck) =>
  useLives.setState(({ byRun }) => ({ byRun: { ...byRun, [runId]: live } }));

async function follow(runId: string): Promise<void> {
  const frames = perFrame<CheckNews>((batch) => {
    const live = useLives.getState().byRun[runId];
    if (live) put(runId, fold(live, batch));
  });
  for (;;) {
    try {
      for await (const news of client.checks.watch({ runId })) frames.push(news);
      frames.flush();
      const run = await client.checks.get({ runId });
      putResult('checks', 'get', { runId }, run);
      if (run.state !== 'running') return notifyCompletion(run);
    } catch (thrown) {
      if (AppError.from(thrown).code !== 'connection-lost') return;
    }
    await new Promise((resolve) => setTimeout(resolve, againMs));
  }
}

function notifyCompletion(run: CheckRun): void {
  const t = strings().checks;
  const { works, exists } = countGroups(run.verdicts);
  announce(t.run.finished(nameOf(run, t), works, exists, run.cells));
}

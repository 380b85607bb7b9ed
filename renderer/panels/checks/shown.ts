import { useEffect } from 'react';
import type { CheckRun, CheckRunSummary, CheckSet } from '#shared/contract/checks.ts';
import type { Connection } from '#shared/contract/connections.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { useCall } from '../../lib/client/query.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { followCheck, useLive, withLive } from './live-checks.ts';
import { useView, type View } from './view.ts';

/** The shared view of the panel's current state. */
export interface Shown {
  connection: Connection;
  view: View;
  /** Newest first; absent while they are loading. */
  runs: CheckRunSummary[] | undefined;
  sets: CheckSet[];
  /** `start`: nothing was ever checked here. */
  what: 'reading' | 'start' | 'setup' | 'run';
  runId: string | null;
}

/** Returns the page's connection with its runs and sets, and which of them is shown. `null` without a connection. */
export function useShown(): Shown | null {
  const { connection } = useActive();
  const connectionId = connection?.id ?? '';
  const view = useView(connectionId);
  const asks = { enabled: connection !== null };
  const runs = useCall('checks', 'runs', { connectionId }, asks);
  const sets = useCall('checks', 'sets', { connectionId }, asks);
  if (!connection) return null;
  const newestFirst = runs.data?.toSorted((one, two) => two.startedAt - one.startedAt);
  const known = newestFirst ?? (runs.error ? [] : undefined);
  const runId = shownRunId(view, known);
  const what = view.isSetup ? 'setup' : runId ? 'run' : known ? 'start' : 'reading';
  return { connection, view, runs: known, sets: sets.data ?? [], what, runId };
}

/** Returns the selected run, else a running one, else the newest of the selected set, else the newest. */
export function shownRunId({ runId, setId }: View, runs: readonly CheckRunSummary[] | undefined): string | null {
  // A run that was just started may not be in the list yet.
  if (!runs) return runId;
  if (runId && runs.some(({ id }) => id === runId)) return runId;
  const ofSet = setId === null ? undefined : runs.find((run) => run.setId === setId);
  return (runs.find(({ state }) => state === 'running') ?? ofSet ?? runs[0])?.id ?? null;
}

export interface ShownRun {
  run: CheckRun | null;
  failure: Failure | null;
}

/** Returns a run with all its cells; while it is running, its current state. */
export function useRun(runId: string | null): ShownRun {
  const live = useLive(runId);
  const { data, error } = useCall(
    'checks',
    'get',
    { runId: runId ?? '' },
    { enabled: runId !== null && live === null },
  );
  useEffect(() => {
    if (data?.state === 'running') followCheck(data);
  }, [data]);
  const isAsked = data !== undefined && data.id === runId;
  return { run: isAsked ? withLive(data, live) : null, failure: isAsked || !error ? null : error.failure };
}

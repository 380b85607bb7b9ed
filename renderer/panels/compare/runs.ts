import { type RefObject, useEffect, useState } from 'react';
import { create } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CellHead, CompareCell, CompareNews, CompareRun, CompareRunSummary } from '#shared/contract/compare.ts';
import type { Judgement } from '#shared/contract/judge.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import { onChange } from '../../lib/client/changes.ts';
import { client } from '../../lib/client/client.ts';
import { useCall } from '../../lib/client/query.ts';
import { rememberOrigin } from '../../lib/navigation/exchange-origin.ts';
import { foldReply, type Replies } from '../../lib/replies/fold-reply.ts';
import { followRecorded } from '../../lib/runs/follow-exchange.ts';
import { followNews, withChanged } from '../../lib/runs/follow-news.ts';
import { type Run, startRun } from '../../lib/runs/live-run.ts';

/** The state of a run as it was last reported: its counts, and its cells in order. */
interface FollowedRun {
  summary: CompareRunSummary | null;
  cells: readonly CellHead[];
  judgements: readonly Judgement[];
  failure: Failure | null;
}

const useRuns = create<{ byRun: Record<string, FollowedRun> }>(() => ({ byRun: {} }));
const followed = new Set<string>();
const unread: FollowedRun = { summary: null, cells: [], judgements: [], failure: null };

const put = (runId: string, run: FollowedRun) =>
  useRuns.setState(({ byRun }) => ({ byRun: { ...byRun, [runId]: run } }));

/** Applies news. */
export function foldNews(run: FollowedRun, batch: readonly CompareNews[]): FollowedRun {
  let { summary } = run;
  const cells = new Map<string, CellHead>();
  const judgements = new Map<string, Judgement>();
  for (const news of batch)
    if (news.type === 'run') summary = news.run;
    else if (news.type === 'cell') cells.set(news.cell.id, news.cell);
    else judgements.set(news.judgement.id, news.judgement);
  return { ...run, summary, cells: withChanged(run.cells, cells), judgements: withChanged(run.judgements, judgements) };
}

/** Follows a run to its end, across lost connections; a run that has ended is read once. */
export async function followRun(runId: string): Promise<void> {
  if (followed.has(runId)) return;
  followed.add(runId);
  const known = () => useRuns.getState().byRun[runId] ?? unread;
  const failure = await followNews<CompareNews>(
    () => {
      // A new grading replaces the judgements of the one before.
      put(runId, { ...known(), judgements: [] });
      return client.compare.watch({ runId });
    },
    (batch) => {
      put(runId, foldNews({ ...known(), failure: null }, batch));
      for (const news of batch) if (news.type === 'cell') noteCell(runId, news.cell);
    },
    () => !isBusy(known().summary),
  );
  if (failure) put(runId, { ...known(), failure });
  followed.delete(runId);
}

// Another window, or the terminal, may run cells of a known run again.
onChange((change) => {
  if (change !== null && change.area !== 'compare') return;
  for (const runId of Object.keys(useRuns.getState().byRun))
    if (change === null || change.id === runId) void followRun(runId);
});

export interface ShownRun {
  run: CompareRun;
  cells: readonly CellHead[];
}

/** Returns a run with its cells as they are now; `null` while it is being read. */
export function useRun(runId: string | null): { shown: ShownRun | null; failure: Failure | null } {
  const { data, error } = useCall('compare', 'get', { runId: runId ?? '' }, { enabled: runId !== null });
  const live = useRuns(({ byRun }) => (runId === null ? undefined : byRun[runId]));
  useEffect(() => {
    if (runId !== null) void followRun(runId);
  }, [runId]);
  if (runId === null || data?.id !== runId || !live?.summary)
    return { shown: null, failure: runId === null ? null : (error?.failure ?? live?.failure ?? null) };
  const { summary, judgements, cells } = live;
  return { shown: { run: { ...data, ...summary, judgements: [...judgements] }, cells }, failure: live.failure };
}

/** A reply while it arrives. */
export interface LiveReply {
  replies: Replies;
  /** When reading began, on the page's clock, and when the first content arrived. */
  startedMs: number;
  firstMs: number | null;
}

const replies = new Map<string, StoreApi<Run<LiveReply>>>();
/** Runs whose replies are drawn while they arrive. A sheet shows each when it has ended. */
const drawn = new Set<string>();
const noReply = createStore<Run<LiveReply> | null>(() => null);

/** Draws the replies of a run while they arrive. */
export const drawReplies = (runId: string): void => {
  drawn.add(runId);
  for (const cell of useRuns.getState().byRun[runId]?.cells ?? []) noteCell(runId, cell);
};

/** Where exchanges that were seen lead back to, by run. */
const documents = new Map<string, string>();
export const noteDocument = (runId: string, documentId: string): void => void documents.set(runId, documentId);

const noted = new Set<string>();

function noteCell(runId: string, { id, exchangeId, state }: CellHead): void {
  if (exchangeId === null || state !== 'running') return;
  const documentId = documents.get(runId);
  if (documentId !== undefined && !noted.has(exchangeId)) {
    noted.add(exchangeId);
    rememberOrigin(exchangeId, { panel: 'compare', documentId, itemId: id });
  }
  if (!drawn.has(runId) || replies.has(exchangeId)) return;
  const start: LiveReply = { replies: [], startedMs: performance.now(), firstMs: null };
  replies.set(exchangeId, startRun(followRecorded(exchangeId), start, foldLive, { panel: 'compare' }));
}

function foldLive(live: LiveReply, part: Part): LiveReply {
  const next = foldReply(live.replies, part);
  if (next === live.replies) return live;
  return { ...live, replies: next, firstMs: live.firstMs ?? performance.now() };
}

/** Returns the store of a reply that arrives, or arrived since the page was loaded. */
export const replyOf = (exchangeId: string | null): Pick<StoreApi<Run<LiveReply> | null>, 'getState' | 'subscribe'> =>
  replies.get(exchangeId ?? '') ?? noReply;

/** Ended cells with their whole replies, by run, cell and end. */
const useRead = create<{ byEnd: Record<string, CompareCell> }>(() => ({ byEnd: {} }));
const endKey = (runId: string, { id, endedAt }: CellHead) => JSON.stringify([runId, id, endedAt]);

/** Returns ended cells with their whole replies, as far as they have been read. */
export function useCells(runId: string, cells: readonly CellHead[]): CompareCell[] {
  const byEnd = useRead((state) => state.byEnd);
  const ended = cells.filter(({ endedAt }) => endedAt !== null);
  const missing = JSON.stringify(ended.filter((cell) => !byEnd[endKey(runId, cell)]).map(({ id }) => id));
  useEffect(() => {
    const ids = JSON.parse(missing) as string[];
    if (ids.length === 0) return;
    client.compare.cells({ runId, ids }).then(
      (read) => {
        const entries = read.map((cell) => [endKey(runId, cell), cell] as const);
        useRead.setState(({ byEnd: before }) => ({ byEnd: { ...before, ...Object.fromEntries(entries) } }));
      },
      () => undefined,
    );
  }, [missing, runId]);
  return ended.flatMap((cell) => byEnd[endKey(runId, cell)] ?? []);
}

/** Returns an ended cell with its whole reply; `undefined` while it is read. */
export const useCell = (runId: string, cell: CellHead | undefined): CompareCell | undefined =>
  useCells(runId, cell ? [cell] : [])[0];

/** Whether the core executes a run, or grades its replies. */
const isBusy = (run: CompareRunSummary | null | undefined): boolean =>
  run?.state === 'running' || run?.judging?.state === 'running';

/** Whether a cell has not reached its end. */
export const isOpen = ({ state }: Pick<CellHead, 'state'>): boolean =>
  state === 'waiting' || state === 'paused' || state === 'running';

/** Whether a cell ended without a complete reply although nobody stopped it. */
export const isFailed = ({ state }: Pick<CellHead, 'state'>): boolean => state === 'failed' || state === 'interrupted';

/** How often a reply outside the view is drawn, ms: it is up to date when it is scrolled to, and costs the others nothing. */
const unseenMs = 500;

/** Returns a reply that arrives: with every frame while its place is in view, and now and then while it is not. */
export function useSeenReply(exchangeId: string | null, place: RefObject<Element | null>): LiveReply | null {
  const store = replyOf(exchangeId);
  const [reply, setReply] = useState(() => store.getState()?.state ?? null);
  useEffect(() => {
    let isSeen = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = () => {
      clearTimeout(timer);
      timer = undefined;
      setReply(store.getState()?.state ?? null);
    };
    const stop = store.subscribe((run) => {
      if (isSeen || run?.status !== 'running') take();
      else timer ??= setTimeout(take, unseenMs);
    });
    const observer = new IntersectionObserver((entries) => {
      isSeen = entries.at(-1)?.isIntersecting ?? true;
      if (isSeen) take();
    });
    if (place.current) observer.observe(place.current);
    take();
    return () => {
      stop();
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [store, place]);
  return reply;
}

import { laneDraft } from '#shared/compare/lane-draft.ts';
import type { CellHead, CompareCell, CompareNews, Lane, SheetRow } from '#shared/contract/compare.ts';
import type { Draft } from '#shared/contract/exchanges.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { Clock } from '../ports.ts';
import { assertReply } from './assert-reply.ts';
import type { CompareRows, StoredCompare } from './compare-rows.ts';
import { estimatedTokens } from './plan-compare.ts';
import { readCell } from './run-cell.ts';

/** A rate-limited cell is sent this often at most, each time after the wait that the gateway requested. */
const sendsPerCell = 3;
const minuteMs = 60_000;

export interface CompareRunParts {
  rows: CompareRows;
  clock: Clock;
  perform(draft: Draft, signal: AbortSignal): AsyncIterable<Part>;
  origin: Draft['options']['origin'];
  tell(news: CompareNews): void;
}

/** A run that is being executed. */
export interface RunningCompare {
  /** Resolves when every cell has ended. */
  over: Promise<void>;
  stop(cellIds?: readonly string[]): void;
  /** Sends cells that have ended again; false where the run takes no more, because it was stopped or has ended. */
  add(cells: readonly CellHead[]): boolean;
}

interface Job {
  cell: CellHead;
  lane: Lane;
  row: SheetRow;
  /** The key whose rate limit applies to it. */
  key: string;
  sends: number;
}

/**
 * Works through the waiting cells of a run and stores each change before announcing it. Lanes share the concurrency
 * evenly, so that a slow one never holds the others; a rate limit pauses only the lanes with that key. It stops before the
 * request that would exceed the cap.
 */
export function runCompare(start: StoredCompare, cells: readonly CellHead[], parts: CompareRunParts): RunningCompare {
  const { rows, clock, tell } = parts;
  const { input } = start;
  const { cap, concurrency, perMinute } = input;
  const lanes = new Map(input.lanes.map((lane) => [lane.id, lane]));
  const sheet = new Map(input.rows.map((row) => [row.id, row]));
  const toJob = (cell: CellHead): Job => {
    const lane = lanes.get(cell.laneId) as Lane;
    const row = sheet.get(cell.rowId) as SheetRow;
    return { cell, lane, row, key: `${lane.connectionId} ${lane.keyId ?? ''}`, sends: 0 };
  };
  const waiting: Job[] = cells.filter(({ state }) => state === 'waiting').map(toJob);
  const running = new Map<Job, AbortController>();
  const pausedUntil = new Map<string, number>();
  const sentAt: number[] = [];
  let run = start;
  let state: 'running' | 'stopped' | 'capped' = 'running';
  let isOver = false;
  /** Tokens that requests in progress may still use. */
  let reserved = 0;
  let timer: NodeJS.Timeout | undefined;
  let finish = () => {};
  const over = new Promise<void>((resolve) => {
    finish = resolve;
  });

  const write = (change: Partial<StoredCompare>): void => {
    run = { ...run, ...change };
    rows.write(run);
    tell({ type: 'run', run: rows.summaryOf(run) });
  };
  const writeCell = (cell: CellHead | CompareCell): void => {
    rows.writeCell(run.id, cell);
    const { text: _text, reasoning: _reasoning, ...head } = cell as CompareCell;
    tell({ type: 'cell', cell: head });
  };
  const skip = (job: Job): void => writeCell({ ...job.cell, state: 'skipped', resumesAt: null, endedAt: clock.now() });
  const skipWaiting = (): void => {
    for (const job of waiting.splice(0)) skip(job);
  };

  const wouldExceed = ({ lane, row }: Job): boolean =>
    (cap.calls !== null && run.callsMade >= cap.calls) ||
    (cap.tokens !== null && run.tokensUsed + reserved + estimatedTokens(lane, input, row) > cap.tokens);

  /** Returns the next job: of the lane with the fewest requests in progress, that is not paused. */
  function take(now: number): Job | undefined {
    const inProgress = new Map<string, number>();
    for (const { lane } of running.keys()) inProgress.set(lane.id, (inProgress.get(lane.id) ?? 0) + 1);
    const open = new Set(waiting.map(({ lane }) => lane.id));
    const share = Math.max(1, Math.ceil(concurrency / open.size));
    let best: Job | undefined;
    let fewest = share;
    for (const job of waiting) {
      const busy = inProgress.get(job.lane.id) ?? 0;
      if (busy >= fewest || (pausedUntil.get(job.key) ?? 0) > now) continue;
      best = job;
      fewest = busy;
      if (busy === 0) break;
    }
    return best;
  }

  /** Returns when the next request may be sent, by the rate cap; 0 for now. */
  function freeAt(now: number): number {
    if (perMinute === null) return 0;
    while (sentAt[0] !== undefined && sentAt[0] <= now - minuteMs) sentAt.shift();
    return sentAt.length < perMinute ? 0 : (sentAt[0] as number) + minuteMs;
  }

  /** Starts as many requests as the limits allow, and sets a timer for the next one that must wait. */
  function pump(): void {
    clearTimeout(timer);
    const now = clock.now();
    const free = freeAt(now);
    while (state === 'running' && running.size < concurrency && freeAt(now) === 0) {
      const job = take(now);
      if (!job) break;
      if (wouldExceed(job)) {
        // What is in progress may use less than it reserved.
        if (reserved > 0 && (cap.calls === null || run.callsMade < cap.calls)) break;
        state = 'capped';
        skipWaiting();
        break;
      }
      waiting.splice(waiting.indexOf(job), 1);
      void send(job);
    }
    if (running.size === 0 && waiting.length === 0) {
      isOver = true;
      write({ state: state === 'running' ? 'done' : state, endedAt: clock.now() });
      finish();
      return;
    }
    const wakeAt = Math.min(
      ...waiting.map(({ key }) => pausedUntil.get(key) ?? Number.POSITIVE_INFINITY),
      free || Number.POSITIVE_INFINITY,
    );
    if (waiting.length > 0 && Number.isFinite(wakeAt)) timer = setTimeout(pump, Math.max(0, wakeAt - now) + 1);
  }

  async function send(job: Job): Promise<void> {
    const { lane, row } = job;
    const stop = new AbortController();
    const planned = estimatedTokens(lane, input, row);
    running.set(job, stop);
    reserved += planned;
    job.sends += 1;
    sentAt.push(clock.now());
    job.cell = { ...job.cell, state: 'running', resumesAt: null, failure: null };
    writeCell(job.cell);
    write({ callsMade: run.callsMade + 1 });
    const parts_ = parts.perform(laneDraft(lane, input, row, parts.origin), stop.signal);
    const ended = await readCell(job.cell, parts_, clock, (exchangeId) => {
      job.cell = { ...job.cell, exchangeId };
      writeCell(job.cell);
    });
    running.delete(job);
    reserved -= planned;
    const usage = ended.metrics?.usage;
    const tokens = usage ? (usage.totalTokens ?? (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0)) : 0;
    if (!pause(job, ended)) writeCell({ ...ended, assertions: await resultsOf(ended, row) });
    write({ tokensUsed: run.tokensUsed + tokens });
    pump();
  }

  /** Waits as the gateway requested after a rate limit, then sends the cell again; false where it has ended. */
  function pause(job: Job, { failure, exchangeId }: CompareCell): boolean {
    if (failure?.code !== 'rate-limited' || failure.retryAfterMs === null) return false;
    const resumesAt = clock.now() + failure.retryAfterMs;
    pausedUntil.set(job.key, resumesAt);
    for (const other of waiting)
      if (other.key === job.key) {
        other.cell = { ...other.cell, state: 'paused', resumesAt };
        writeCell(other.cell);
      }
    if (job.sends >= sendsPerCell || state !== 'running') return false;
    job.cell = { ...job.cell, state: 'paused', resumesAt, exchangeId, failure };
    writeCell(job.cell);
    waiting.unshift(job);
    return true;
  }

  const resultsOf = ({ state: ending, text, metrics }: CompareCell, row: SheetRow) =>
    ending === 'cancelled'
      ? // Whoever stopped it did not find out whether it passes.
        []
      : metrics === null || (ending !== 'done' && ending !== 'done-with-warnings')
        ? input.assertions.map(() => ({ verdict: 'failed' as const, reason: 'There is no complete reply.' }))
        : Promise.all(input.assertions.map((one) => assertReply(one, text, metrics, row.values)));

  // The caller has to hold what this returns before the first change is announced.
  queueMicrotask(pump);
  return {
    over,
    add(ended) {
      if (state !== 'running' || isOver) return false;
      for (const cell of ended) writeCell(cell);
      waiting.push(...ended.map(toJob));
      pump();
      return true;
    },
    stop(cellIds) {
      if (cellIds === undefined) {
        state = state === 'running' ? 'stopped' : state;
        skipWaiting();
        for (const stop of running.values()) stop.abort();
      } else {
        const chosen = new Set(cellIds);
        for (const job of waiting.filter(({ cell }) => chosen.has(cell.id))) {
          waiting.splice(waiting.indexOf(job), 1);
          skip(job);
        }
        for (const [{ cell }, stop] of running) if (chosen.has(cell.id)) stop.abort();
      }
      pump();
    },
  };
}

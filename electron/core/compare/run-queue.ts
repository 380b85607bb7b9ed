import type { CellHead, CompareInput } from '#shared/contract/compare.ts';
import type { Draft } from '#shared/contract/exchanges.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { Clock } from '../ports.ts';
import type { Budget, Use } from './budget.ts';
import { type ReadReply, readReply } from './read-reply.ts';

/** A rate-limited request is sent this often at most, each time after the wait that the gateway requested. */
const sendsPerJob = 3;
const minuteMs = 60_000;
/** How often a queue that waits for the disk looks whether it accepts again, in milliseconds. */
const diskMs = 500;

/** What is stored of a request that waits for its turn. */
type Queued = Pick<CellHead, 'id' | 'state' | 'resumesAt' | 'exchangeId' | 'failure' | 'endedAt'>;

/** One request that waits for its turn, or is in progress. */
export interface Job<Item extends Queued> {
  item: Item;
  /** Jobs of all groups share the concurrency evenly. */
  group: string;
  /** The key whose rate limit applies to it. */
  key: string;
  /** How often it was sent. */
  sends: number;
  draft(): Draft;
  /** What it may use at most. */
  estimate(): Use;
  /** Returns what is stored of it when its response has ended. */
  finish(reply: ReadReply): Promise<Item>;
}

export interface QueueParts<Item extends Queued> {
  limits: Pick<CompareInput, 'concurrency' | 'perMinute'>;
  budget: Budget;
  clock: Clock;
  perform(draft: Draft, signal: AbortSignal): AsyncIterable<Part>;
  /** Returns what a request used. */
  usedBy(reply: ReadReply): Use;
  /** Announces a change, and stores it; false while the disk refuses, and it is only in memory. */
  write(item: Item): boolean;
  /** False while the disk refuses. */
  isSettled(): boolean;
}

/** Requests that are being executed. */
export interface RunQueue<Item extends Queued> {
  /** Resolves when every job has ended; rejects after an error in this program, and nothing is sent afterwards. */
  over: Promise<'done' | 'stopped' | 'capped'>;
  stop(ids?: readonly string[]): void;
  /** Queues more jobs; false where the queue takes no more, because it was stopped or has ended. */
  add(jobs: readonly Job<Item>[]): boolean;
}

/**
 * Works through requests and stores each change. Groups share the concurrency evenly, so that a slow one never holds the
 * others; a rate limit pauses only the jobs with that key. It stops before the request that would exceed the budget.
 * While the disk refuses, requests in progress end, and no other is sent.
 */
export function runQueue<Item extends Queued>(start: readonly Job<Item>[], parts: QueueParts<Item>): RunQueue<Item> {
  const { budget, clock, write, limits } = parts;
  const { concurrency, perMinute } = limits;
  const waiting = [...start];
  const running = new Map<Job<Item>, AbortController>();
  const pausedUntil = new Map<string, number>();
  const sentAt: number[] = [];
  let state: 'running' | 'stopped' | 'capped' = 'running';
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const end = Promise.withResolvers<'done' | 'stopped' | 'capped'>();

  const skip = ({ item }: Job<Item>): void =>
    void write({ ...item, state: 'skipped', resumesAt: null, endedAt: clock.now() });
  const skipWaiting = (): void => {
    for (const job of waiting.splice(0)) skip(job);
  };
  const abortRunning = (): void => {
    for (const stop of running.values()) stop.abort();
  };

  function fail(thrown: unknown): void {
    isOver = true;
    clearTimeout(timer);
    waiting.length = 0;
    abortRunning();
    end.reject(thrown);
  }

  /** Returns the next job: of the group with the fewest requests in progress, that is not paused. */
  function take(now: number): Job<Item> | undefined {
    const inProgress = new Map<string, number>();
    for (const { group } of running.keys()) inProgress.set(group, (inProgress.get(group) ?? 0) + 1);
    const open = new Set(waiting.map(({ group }) => group));
    const share = Math.max(1, Math.ceil(concurrency / open.size));
    let best: Job<Item> | undefined;
    let fewest = share;
    for (const job of waiting) {
      const busy = inProgress.get(job.group) ?? 0;
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

  function attempt(work: () => void): void {
    try {
      if (!isOver) work();
    } catch (thrown) {
      fail(thrown);
    }
  }

  const pump = (): void => attempt(sendAllowed);

  /** Starts as many requests as the limits allow, and sets a timer for the next one that must wait. */
  function sendAllowed(): void {
    clearTimeout(timer);
    const now = clock.now();
    const free = freeAt(now);
    // What cannot be stored must not be sent either.
    let isStorable = true;
    while (state === 'running' && running.size < concurrency && freeAt(now) === 0) {
      isStorable = waiting.length === 0 || parts.isSettled();
      if (!isStorable) break;
      const job = take(now);
      if (!job) break;
      const estimate = job.estimate();
      const allowed = budget.allows(estimate);
      if (allowed === 'later') break;
      if (allowed === 'no') {
        state = 'capped';
        skipWaiting();
        break;
      }
      waiting.splice(waiting.indexOf(job), 1);
      send(job, estimate).catch(fail);
    }
    if (running.size === 0 && waiting.length === 0) {
      isOver = true;
      end.resolve(state === 'running' ? 'done' : state);
      return;
    }
    if (!isStorable) {
      timer = setTimeout(pump, diskMs);
      return;
    }
    const wakeAt = Math.min(
      ...waiting.map(({ key }) => pausedUntil.get(key) ?? Number.POSITIVE_INFINITY),
      free || Number.POSITIVE_INFINITY,
    );
    if (waiting.length > 0 && Number.isFinite(wakeAt)) timer = setTimeout(pump, Math.max(0, wakeAt - now) + 1);
  }

  async function send(job: Job<Item>, estimate: Use): Promise<void> {
    const stop = new AbortController();
    running.set(job, stop);
    const before = job.item;
    job.item = { ...before, state: 'running', resumesAt: null, failure: null };
    if (!write(job.item)) {
      job.item = before;
      write(before);
      running.delete(job);
      waiting.unshift(job);
      return;
    }
    job.sends += 1;
    sentAt.push(clock.now());
    budget.begin(estimate);
    const reply = await readReply(job.item.exchangeId, parts.perform(job.draft(), stop.signal), clock, (exchangeId) => {
      job.item = { ...job.item, exchangeId };
      attempt(() => write(job.item));
    });
    if (isOver) return;
    if (!pause(job, reply)) write(await job.finish(reply));
    running.delete(job);
    budget.end(estimate, parts.usedBy(reply));
    pump();
  }

  /** Waits as the gateway requested after a rate limit, then sends the job again; false where it has ended. */
  function pause(job: Job<Item>, { failure, exchangeId }: ReadReply): boolean {
    if (failure?.code !== 'rate-limited' || failure.retryAfterMs === null) return false;
    const resumesAt = clock.now() + failure.retryAfterMs;
    pausedUntil.set(job.key, resumesAt);
    for (const other of waiting)
      if (other.key === job.key) {
        other.item = { ...other.item, state: 'paused', resumesAt };
        write(other.item);
      }
    if (job.sends >= sendsPerJob || state !== 'running') return false;
    job.item = { ...job.item, state: 'paused', resumesAt, exchangeId, failure };
    write(job.item);
    waiting.unshift(job);
    return true;
  }

  // The caller has to hold what this returns before the first change is announced.
  queueMicrotask(pump);
  return {
    over: end.promise,
    add(jobs) {
      if (state !== 'running' || isOver) return false;
      attempt(() => {
        for (const { item } of jobs) write(item);
        waiting.push(...jobs);
        sendAllowed();
      });
      return true;
    },
    stop: (ids) =>
      attempt(() => {
        if (ids === undefined) {
          state = state === 'running' ? 'stopped' : state;
          skipWaiting();
          abortRunning();
        } else {
          const chosen = new Set(ids);
          for (const job of waiting.filter(({ item }) => chosen.has(item.id))) {
            waiting.splice(waiting.indexOf(job), 1);
            skip(job);
          }
          for (const [{ item }, stop] of running) if (chosen.has(item.id)) stop.abort();
        }
        sendAllowed();
      }),
  };
}

import { randomUUID } from 'node:crypto';
import type { Draft } from '#shared/contract/exchanges.ts';
import { AppError } from '#shared/protocol/failure.ts';
import type { Part, RunEnd } from '#shared/protocol/part.ts';
import { addedFieldIn } from '#shared/protocol/refused-field.ts';
import type { Deadlines, Route } from '#shared/protocol/route.ts';
import { cancelled, type NetworkFault, seconds } from '../http/network-failure.ts';
import type { SocketPool } from '../http/socket-pool.ts';
import type { OpenResponseFile, OpenResponseMedia } from '../media/stored-media.ts';
import type { Clock } from '../ports.ts';
import { runAttempt } from './attempt.ts';
import { type Recorder, TakenId } from './exchange-base.ts';
import type { LiveRun } from './live-run.ts';
import { prepare, type Sources, unprepared } from './prepare.ts';
import { withoutAdded } from './request/added-fields.ts';
import { routeOf } from './request/custom-route.ts';
import { waitBeforeRepeat } from './retry-policy.ts';
import { TimelineRecorder } from './timeline.ts';

export interface RunSettings {
  sources: Sources;
  recorder: Recorder;
  media: OpenResponseMedia;
  openFile: OpenResponseFile;
  pool: SocketPool;
  clock: Clock;
  /** Changes the limits of a route. */
  deadlines: (route: Route, planned: Deadlines) => Deadlines;
  timings: RepeatTimings;
  /** Called with each attempt's id before it begins. */
  onAttempt: (id: string) => void;
  /** Yields the parts of a recorded exchange, the last of them its end. */
  recall: (id: string) => AsyncIterable<Part>;
}

export interface RunOptions {
  keepDraft: boolean;
  /** Retry where nothing can have been processed. */
  mayRepeat: boolean;
  /** Of the first attempt; default: a new one. */
  firstId?: string | undefined;
}

/** Delays before further attempts, in milliseconds, each randomized by a quarter. */
export interface RepeatTimings {
  /** For a request that was not sent. */
  unsentMs: readonly number[];
  /** For a request that creates nothing. */
  harmlessMs: readonly number[];
}

export const repeatTimings: RepeatTimings = { unsentMs: [500, 1000], harmlessMs: [500, 1000, 2000, 4000] };

/**
 * Runs a draft to its end, which is the last part of `live` and is emitted exactly once, whatever happens. Nothing that
 * may have been processed is retried, except for requests that create nothing, and for refusals on a connection that
 * allows it.
 */
export async function runDraft(draft: Draft, live: LiveRun, settings: RunSettings, options: RunOptions): Promise<void> {
  const { firstId = randomUUID() } = options;
  try {
    live.emit(await attempts(draft, firstId, live, settings, options));
  } catch (thrown) {
    const end = thrown instanceof TakenId ? follow(firstId, live, settings) : Promise.reject(thrown);
    live.emit(await end.catch((cause: unknown) => unrecordedEnd(firstId, cause, settings.clock)));
  }
}

/** Shows the same exchange as run by another process, instead of sending it again. Its start was reported already. */
async function follow(id: string, live: LiveRun, { recall }: RunSettings): Promise<RunEnd> {
  for await (const part of recall(id)) {
    if (part.type === 'run-end') return part;
    if (part.type !== 'run-start') live.emit(part);
  }
  throw new AppError(cancelled('not-sent').failure);
}

async function attempts(
  asked: Draft,
  firstId: string,
  live: LiveRun,
  settings: RunSettings,
  options: RunOptions,
): Promise<RunEnd> {
  const { sources, clock } = settings;
  const route = routeOf(asked);
  let draft = asked;
  let without: string | null = null;
  /** How often it was retried: after a fault before a response, and after a refusal. */
  const repeats = { unsent: 0, refused: 0 };
  const beganMs = clock.monotonic();
  for (let attempt = 1; ; attempt += 1) {
    const id = attempt === 1 ? firstId : randomUUID();
    settings.onAttempt(id);
    live.emit({ type: 'run-start', exchangeId: id, attempt });
    live.emit({ type: 'progress', stage: 'preparing' });
    const prepared = await prepare(draft, sources).catch((thrown: unknown) => unprepared(AppError.from(thrown)));
    if (prepared.outgoing) prepared.outgoing.deadlines = settings.deadlines(route, prepared.outgoing.deadlines);
    const input = { ...settings, ...options, id, attempt, beganMs, firstId, without, draft, prepared, live, clock };
    const { end, fault, refusal } = await runAttempt(input);
    const added: string | null = refusal && without === null ? addedFieldIn(end.error, draft.options.added) : null;
    if (added !== null && !live.signal.aborted) {
      without = added;
      draft = withoutAdded(draft, [added]);
      live.emit({ type: 'warning', code: 'retried', message: sentWithout(added) });
      continue;
    }
    if (!options.mayRepeat || live.signal.aborted) return end;
    if (refusal) {
      // An expected refusal would come again.
      const allowed = draft.options.expectRefusal ? 0 : (prepared.connection?.retries ?? 0);
      const delayMs = waitBeforeRepeat(route, refusal, { repeats: repeats.refused, allowed });
      if (delayMs === null) return end;
      repeats.refused += 1;
      announceWait(live, end, delayMs, `repeat ${repeats.refused} of at most ${allowed}`);
      // The refusal stays the result when the user does not want to wait.
      if (!(await pause(delayMs, live.signal))) return end;
      continue;
    }
    const waits = fault ? waitsFor(route, fault, settings.timings) : [];
    const waitMs = waits[repeats.unsent];
    if (waitMs === undefined) return end;
    repeats.unsent += 1;
    const delayMs = waitMs * (0.75 + Math.random() * 0.5);
    announceWait(live, end, delayMs, `attempt ${repeats.unsent + 1} of ${waits.length + 1}`);
    if (!(await pause(delayMs, live.signal)))
      return { ...end, state: 'cancelled', error: { ...cancelled('not-sent').failure, exchangeId: id } };
  }
}

const sentWithout = (field: string) =>
  `The gateway rejected "${field}", which Patchbay had added. The request was sent again without it.`;

/** Reports what happened, and how long the wait before the next attempt is. */
function announceWait(live: LiveRun, end: RunEnd, delayMs: number, which: string): void {
  const note = `${end.error?.message} Retrying in ${seconds(delayMs)} (${which}).`;
  live.emit({ type: 'warning', code: 'retried', message: note });
  live.emit({ type: 'progress', stage: 'preparing', note });
}

function waitsFor(
  route: Route,
  { passing, sent, failure: { code } }: NetworkFault,
  { unsentMs, harmlessMs }: RepeatTimings,
): readonly number[] {
  if (sent === 'not-sent') return passing ? unsentMs : [];
  return route.repeatable === 'always' && code === 'reset' ? harmlessMs : [];
}

/** Resolves with false when it was interrupted. */
function pause(delayMs: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = () => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve(true);
    }, delayMs);
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** Returns the end of a run that could not be recorded. */
function unrecordedEnd(exchangeId: string, thrown: unknown, clock: Clock): RunEnd {
  const { timeline } = new TimelineRecorder(clock, clock.now());
  const sent = 'maybe-processed';
  const error = { ...AppError.from(thrown), effect: sent, exchangeId } as const;
  return { type: 'run-end', state: 'failed', finishReason: null, sent, error, exchangeId, timeline };
}

import type { StoreApi } from 'zustand/vanilla';
import { AppError, type Failure, failure, type RunState, type SentFlag } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import { strings } from '../i18n/strings.ts';
import type { Run, RunStarter } from './live-run.ts';

interface Arrived {
  part: Part;
  atMs: number;
}

interface CallToFollow<Call> {
  start: Call;
  parts: AsyncIterable<Part>;
  /** @param atMs when the part arrived, on the page's clock; a hidden page folds it much later. */
  fold: (call: Call, part: Part, atMs: number) => Call;
  startRun: RunStarter;
  /** Cancels an exchange in the core, which then ends the run with its own last part. */
  cancel: (exchangeId: string) => void;
  /** The exchange of a call that is resumed; it is not reported again. */
  known?: string | null;
  /** The call as it is now, while it runs. */
  onChange?: (call: Call) => void;
  /** Called once when it has an exchange, after the change that brought it. */
  onExchange: (exchangeId: string) => void;
}

/** How a call ended: `cut` is why no last part of its exchange arrived, `null` when it did. */
export interface CallEnd<Call> {
  call: Call;
  cut: Failure | null;
}

/** A call that is being followed. */
export interface Following<Call> {
  readonly run: StoreApi<Run<Call>>;
  readonly ended: Promise<CallEnd<Call>>;
  /** Cancels its exchange; before there is one, as soon as there is. */
  stop(): void;
}

/** Follows a call, which began as `start`, to its end. */
export function followCall<Call>({
  start,
  parts,
  fold,
  startRun,
  cancel,
  known = null,
  onChange,
  onExchange,
}: CallToFollow<Call>): Following<Call> {
  let exchangeId = known;
  let reported = known;
  let isStopped = false;
  let hasEnded = false;

  async function* tapped(): AsyncGenerator<Arrived> {
    for await (const part of parts) {
      if (part.type === 'run-start') {
        exchangeId = part.exchangeId;
        if (isStopped) cancel(part.exchangeId);
      }
      if (part.type === 'run-end') {
        hasEnded = true;
        exchangeId ??= part.exchangeId || null;
      }
      yield { part, atMs: performance.now() };
    }
  }

  const run = startRun<Arrived, Call>(tapped(), start, (call, { part, atMs }) => fold(call, part, atMs));
  const ended = new Promise<CallEnd<Call>>((resolve) => {
    const take = ({ status, state, error }: Run<Call>) => {
      const isNew = exchangeId !== null && exchangeId !== reported;
      if (isNew || status === 'running') onChange?.(state);
      if (isNew) {
        reported = exchangeId;
        onExchange(exchangeId as string);
      }
      if (status === 'running') return;
      unsubscribe();
      resolve({ call: state, cut: status === 'done' && hasEnded ? null : cutBy(error) });
    };
    const unsubscribe = run.subscribe(take);
    take(run.getState());
  });
  return {
    run,
    ended,
    stop() {
      isStopped = true;
      if (exchangeId !== null) cancel(exchangeId);
    },
  };
}

const cutBy = (error: unknown): Failure =>
  error === undefined ? failure('internal', strings().texts.noLastWord) : AppError.from(error);

/** State of a call once it has ended. */
interface EndedCall {
  state: string;
  sent: SentFlag | null;
  failure: Failure | null;
}

interface TimedCall extends EndedCall {
  state: 'waiting' | 'running' | RunState;
  exchangeId: string | null;
  startedAt: number;
  endMs: number | null;
}

/** Returns the call at its end: one that was cut off keeps what had arrived. */
export const settledCall = <Call extends EndedCall>({ call, cut }: CallEnd<Call>): Call =>
  cut === null ? call : { ...call, state: 'interrupted', sent: call.sent ?? 'maybe-processed', failure: cut };

/** `settledCall` with the time until it was cut off. @param now milliseconds since 1970. */
export const endedCall = <Call extends TimedCall>(end: CallEnd<Call>, now: number): Call =>
  end.cut === null ? end.call : { ...settledCall(end), endMs: now - end.call.startedAt };

/** A request without a known exchange after this time was not sent, or its record is out of reach. */
const lostAfterMs = 30_000;

/**
 * Waits until a call without a known exchange counts as lost, and returns it as such.
 *
 * @param now milliseconds since 1970.
 */
export function lostCall<Call extends TimedCall>(
  call: Call,
  now: number,
  { message, hint }: { message: string; hint: string },
): Promise<Call> {
  const lost: Call = {
    ...call,
    state: 'interrupted',
    sent: 'maybe-processed',
    failure: failure('app-ended', message, { hint }),
    endMs: 0,
  };
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, call.startedAt + lostAfterMs - now), lost));
}

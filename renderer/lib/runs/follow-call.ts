import type { StoreApi } from 'zustand/vanilla';
import { AppError, type Failure, failure, type RunState, type SentFlag } from '#shared/protocol/failure.ts';
import { strings } from '../i18n/strings.ts';
import type { Run } from './live-run.ts';

/** What a panel keeps of every exchange that it follows, beside what it reads from the answer. */
export interface FollowedCall {
  exchangeId: string | null;
  state: 'waiting' | 'running' | RunState;
}

interface CallEars<Call> {
  /** The call as it is now, while it runs. */
  onChange: (call: Call) => void;
  /** It has an exchange; told once, after the change that brought it. */
  onExchange: (exchangeId: string) => void;
}

/** How a call ended: `cut` is why no last word of its exchange arrived, `null` when it did. */
export interface CallEnd<Call> {
  call: Call;
  cut: Failure | null;
}

/** Follows the run of a call, which began as `start`, to its end. */
export function followCall<Call extends FollowedCall>(
  run: StoreApi<Run<Call>>,
  start: Call,
  { onChange, onExchange }: CallEars<Call>,
): Promise<CallEnd<Call>> {
  let known = start.exchangeId;
  return new Promise((resolve) => {
    const take = ({ status, state, error }: Run<Call>) => {
      const isNew = state.exchangeId !== null && state.exchangeId !== known;
      if (isNew || status === 'running') onChange(state);
      if (isNew) {
        known = state.exchangeId;
        onExchange(state.exchangeId as string);
      }
      if (status === 'running') return;
      unsubscribe();
      const isWhole = status === 'done' && state.state !== 'running';
      resolve({ call: state, cut: isWhole ? null : cutBy(error) });
    };
    const unsubscribe = run.subscribe(take);
    take(run.getState());
  });
}

const cutBy = (error: unknown): Failure =>
  error === undefined ? failure('internal', strings().texts.noLastWord) : AppError.from(error);

/** What a call has once it is over. */
interface TimedCall extends FollowedCall {
  startedAt: number;
  sent: SentFlag | null;
  failure: Failure | null;
  endMs: number | null;
}

/** The call as it stands in the end: one that was cut off keeps what had come. @param now milliseconds since 1970. */
export const endedCall = <Call extends TimedCall>({ call, cut }: CallEnd<Call>, now: number): Call =>
  cut === null
    ? call
    : {
        ...call,
        state: 'interrupted',
        sent: call.sent ?? 'maybe-processed',
        failure: cut,
        endMs: now - call.startedAt,
      };

/** A request that no exchange is known of after so long was not sent, or its record is beyond reach. */
const lostAfterMs = 30_000;

/**
 * Waits until a call of which no exchange is known counts as lost, and gives it as such.
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

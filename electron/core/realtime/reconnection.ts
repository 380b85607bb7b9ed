import type { RealtimeDialect } from '#shared/contract/realtime.ts';
import { formatDuration } from '#shared/format.ts';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import { outcomes } from '#shared/protocol/outcomes.ts';
import { closeMeaning } from '#shared/protocol/realtime-closes.ts';
import type { NetworkFault } from '../http/network-failure.ts';
import { failureFromBody } from '../readers/classify.ts';
import { isExpiry, refusesDialect } from '../readers/session/session-failure.ts';
import type { PartBody } from '../readers/session/session-line.ts';
import type { ServerEvent } from './session-connection.ts';
import type { DialectChoice } from './settle-session.ts';
import type { SocketEnd } from './socket/socket.ts';
import type { SessionTimings } from './timings.ts';

export type Reconnection = ReturnType<typeof createReconnection>;

/**
 * Decides how long a session waits before it reconnects, and waits. `isOn`: it reconnects automatically after a
 * transient break.
 */
export function createReconnection(timings: SessionTimings, isOn: boolean) {
  /** Attempts since the last stable connection. */
  let attempts = 0;
  /** A wait that the user chose. */
  let chosenMs: number | null = null;
  let wake: (() => void) | null = null;
  return {
    /**
     * Resets the attempts after a connection that lasted: a gateway that drops every session at once is not retried
     * forever.
     */
    noteLasted(ms: number): void {
      if (ms >= timings.steadyMs) attempts = 0;
    },
    /** The user interrupts the connection for a while, or wants a new one now. */
    choose(waitMs: number): void {
      chosenMs = waitMs;
    },
    wake: (): void => wake?.(),
    /** Returns how long to wait after a break; `null` when the session is over. */
    waitAfter(found: Break): number | null {
      const chosen = chosenMs;
      chosenMs = null;
      if (chosen !== null) return chosen;
      if (found.reconnect === 'now') return 0;
      if (!isOn) return null;
      attempts += 1;
      return waitBefore(found, attempts - 1, timings);
    },
    async pause(waitMs: number): Promise<void> {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      wake = null;
      // A user who chose to reconnect now has done so.
      chosenMs = null;
    },
  };
}

/** The time between two connections of a session, and what was lost in it. */
export type Gap = ReturnType<typeof createGap>;

/** `cutResponse`: a response was in progress. */
export function createGap(fromMs: number, why: string, cutResponse: boolean) {
  let droppedAudioMs = 0;
  const part = (toMs: number | null): PartBody => ({
    type: 'gap',
    fromMs,
    toMs,
    why,
    // Neither audio nor text is sent again without the user.
    replayed: 'none',
    droppedAudioMs: Math.round(droppedAudioMs),
    cutAnswer: cutResponse,
  });
  return {
    begin: () => part(null),
    /** The user's audio that was never sent; it stays in the recording. */
    drop: (ms: number) => {
      droppedAudioMs += ms;
    },
    end: part,
  };
}

/** A connection that ended or was never established: what it means for the session. */
export interface Break {
  /** A sentence, for the gap. */
  why: string;
  /** How the session ends unless it reconnects. */
  state: 'done' | 'interrupted' | 'failed' | 'cancelled';
  failure: Failure | null;
  reconnect: 'never' | 'soon' | 'late' | 'now';
  /** Wait that the gateway requested. */
  afterMs?: number;
}

/**
 * Returns what the end of a connection means. `isAnswering`: a response was in progress; `lasted`: how long the
 * connection lasted, formatted.
 */
function breakOfEnd(end: SocketEnd, { isAnswering, lasted }: { isAnswering: boolean; lasted: string }): Break {
  const meaning = closeMeaning(end.code);
  const reason = end.reason === '' ? '' : `: ${end.reason}`;
  if (end.why === 'silent')
    return broken('idle-timeout', `The server stopped responding after ${lasted} (no pong).`, 'soon');
  if (end.why === 'too-large')
    return broken('too-large', 'A message from the gateway is larger than 16 MiB, so the session was closed.', 'never');
  if (end.why === 'invalid')
    return broken(
      'protocol',
      `The gateway sent an invalid message (${end.reason}), so the session was closed.`,
      'never',
    );
  if (end.code === 1000)
    return { why: `closed by the server${reason}`, state: 'done', failure: null, reconnect: 'never' };
  // An orderly close without a reason; it lost nothing where no response was in progress.
  if (end.code === 1005 && !isAnswering)
    return { why: 'closed without a reason', state: 'done', failure: null, reconnect: 'never' };
  if (/maximum duration|session (?:has )?expired|session limit/i.test(end.reason))
    return { why: `session limit reached${reason}`, state: 'done', failure: null, reconnect: 'never' };
  if (end.code === 1006)
    return broken('reset', `The connection was lost after ${lasted}, without a close frame.`, 'soon');
  const message = `The gateway closed the session with ${end.code} (${meaning.name})${reason}.`;
  if (end.code === 1009) return broken('too-large', message, 'never');
  if (end.code === 1008 || end.code === 3003) return refused('forbidden', message);
  if (end.code === 3000) return refused('auth', message);
  if (meaning.outcome === 'failed') return refused('rejected', message);
  const rule = meaning.reconnect === 'if-answering' ? (isAnswering ? 'soon' : 'never') : meaning.reconnect;
  const code = end.code === 1013 ? 'overloaded' : end.code === 1007 || end.code === 1002 ? 'protocol' : 'server';
  return broken(code, message, rule);
}

const broken = (code: Failure['code'], message: string, reconnect: Break['reconnect']): Break => ({
  why: message,
  state: 'interrupted',
  failure: failure(code, message, {
    effect: 'arrived-kept',
    hint: 'Start again, or continue in a new session.',
    retryable: true,
  }),
  reconnect,
});

const refused = (code: Failure['code'], message: string): Break => ({
  why: message,
  state: 'failed',
  failure: failure(code, message, { effect: 'arrived-kept', hint: "See the gateway's reason." }),
  reconnect: 'never',
});

/** A session that was never created, or ended with the gateway's error. */
export const failedBreak = (found: Failure, reconnect: Break['reconnect']): Break => ({
  why: found.message,
  state: 'failed',
  failure: found,
  reconnect,
});

/** The connection is opened again at once, without the model in the address of its transcription session. */
export const withoutModel: Break = {
  why: 'The gateway takes no model in the address of a transcription session.',
  state: 'failed',
  failure: null,
  reconnect: 'now',
};

/** Statuses after which the same handshake may work a little later. */
const transientStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
/** Those of them that ask to retry. The others are refusals as long as no session was ever live. */
const retryStatuses: ReadonlySet<number> = new Set([408, 429, 503]);
const lateStatus: ReadonlySet<number> = new Set([429, 503]);

/**
 * Returns what a refused handshake means. A refusal with a permanent reason (key, model, quota) is not retried,
 * whatever its status. `wasLive`: the session was live on an earlier connection.
 */
export function breakOfRefusal(
  status: number,
  found: Failure,
  { limitedMs, longestAskedMs }: Pick<SessionTimings, 'limitedMs' | 'longestAskedMs'>,
  wasLive: boolean,
): Break {
  const again =
    (wasLive ? transientStatuses : retryStatuses).has(status) &&
    outcomes[found.code].passes &&
    (found.retryAfterMs ?? 0) <= longestAskedMs;
  const afterMs = found.retryAfterMs ?? (lateStatus.has(status) ? limitedMs : undefined);
  return { ...failedBreak(found, again ? 'soon' : 'never'), ...(again && afterMs !== undefined && { afterMs }) };
}

/** Returns what a handshake without a response means. */
export function breakOfFault({ failure: found, passing: isPassing }: NetworkFault): Break {
  if (found.code === 'aborted') return { ...failedBreak(found, 'never'), state: 'cancelled' };
  return failedBreak(found, isPassing || outcomes[found.code].passes ? 'soon' : 'never');
}

/** Codes that the close reason identifies more exactly than its number. */
const named: ReadonlySet<Failure['code']> = new Set([
  ...(['model-not-found', 'auth', 'forbidden', 'quota', 'rate-limited', 'moderated', 'upstream-account'] as const),
]);

/**
 * A connection that ended before a session was created is a refusal, whatever its close code: each further attempt may
 * cost something.
 */
function refusedSession(found: Break, { code: number, reason, why }: SocketEnd, hasEvents: boolean): Break {
  // A reason of one word is a code: `invalid_request_error.invalid_model`.
  const word = /^[\w.-]+$/.test(reason) ? reason.split('.').at(-1) : undefined;
  const { code } = failureFromBody({ error: { message: reason, code: word } }, { status: 200 });
  const how = number === 1006 ? 'without a close frame' : `with ${number} (${closeMeaning(number).name})`;
  const early = `The gateway opened the WebSocket and closed it before a session was ${hasEvents ? 'ready' : 'created'}, ${how}`;
  const isClosed = why === 'closed' || why === 'lost';
  const message = isClosed ? `${early}${reason === '' ? '' : `: "${reason}"`}.` : (found.failure?.message ?? early);
  const known = failure(named.has(code) ? code : (found.failure?.code ?? 'rejected'), message, {
    effect: found.failure?.effect ?? null,
    hint: "The model may not offer realtime, or its provider refused the session. See the gateway's log.",
    gatewayMessage: reason || null,
  });
  return { why: known.message, state: 'failed', failure: known, reconnect: 'never' };
}

/** Returns how long to wait before reconnect attempt `attempt` (from 0); `null` when there is none. */
function waitBefore(found: Break, attempt: number, timings: SessionTimings): number | null {
  if (found.reconnect === 'never') return null;
  const planned = timings.reconnectMs[attempt];
  if (planned === undefined) return null;
  const jittered = planned * (1 - timings.jitter + 2 * timings.jitter * Math.random());
  const least = found.reconnect === 'late' && attempt === 0 ? timings.lateMs : 0;
  return Math.max(jittered, least, found.afterMs ?? 0);
}

/** An `error` event that ends a connection. */
export interface FatalError {
  failure: Failure;
  isExpiry: boolean;
  isDialect: boolean;
}

export const fatalError = (failure: Failure, { fields }: ServerEvent): FatalError => ({
  failure,
  isExpiry: isExpiry(fields),
  isDialect: refusesDialect(fields),
});

interface EndFacts {
  isAnswering: boolean;
  lastedMs: number;
  fatal: FatalError | null;
  /** The session was live on some connection. */
  wasLive: boolean;
  /** The gateway has sent an event: one that says nothing at all may count as live, and has created no session. */
  hasEvents: boolean;
  choice: DialectChoice;
  /** The dialect that this connection was opened in; the choice may have changed since. */
  opened: RealtimeDialect;
}

/**
 * Returns what the end of a connection means, given the gateway's errors before it. A refusal of the dialect switches
 * it.
 */
export function judgeEnd(
  end: SocketEnd,
  { isAnswering, lastedMs, fatal, wasLive, hasEvents, choice, opened }: EndFacts,
): Break {
  const found = breakOfEnd(end, { isAnswering, lasted: formatDuration(lastedMs) });
  const isRefusal = end.code === 4000 && (!wasLive || /beta|dialect|unsupported/i.test(end.reason));
  if ((fatal?.isDialect || isRefusal) && (opened !== choice.current || choice.flip()))
    return { ...found, why: `The gateway rejected the API version: ${found.why}`, reconnect: 'now' };
  if (fatal?.isExpiry) return { why: fatal.failure.message, state: 'done', failure: null, reconnect: 'never' };
  // An `error` event in place of a session: the gateway upgraded, and then found that it cannot serve.
  if (fatal && !wasLive) return failedBreak(fatal.failure, 'never');
  if (fatal) return failedBreak(fatal.failure, outcomes[fatal.failure.code].passes ? 'soon' : 'never');
  if (found.state === 'done') return end.byUs || (wasLive && hasEvents) ? found : refusedSession(found, end, hasEvents);
  return wasLive ? found : refusedSession(found, end, hasEvents);
}

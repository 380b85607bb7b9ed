import type { RealtimeDialect } from '#shared/contract/realtime.ts';
import { formatDuration } from '#shared/format.ts';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import { outcomes } from '#shared/protocol/outcomes.ts';
import { closeMeaning } from '#shared/protocol/realtime-closes.ts';
import type { NetworkFault } from '../http/network-failure.ts';
import { failureFromBody } from '../readers/classify.ts';
import { isExpiry, refusesDialect } from '../readers/session/session-failure.ts';
import type { ServerEvent } from './session-connection.ts';
import type { DialectChoice } from './settle-session.ts';
import type { SocketEnd } from './socket/socket.ts';
import type { SessionTimings } from './timings.ts';

/** A connection that ended or did not come about: what it means for the session. */
export interface Break {
  /** In words, for the gap. */
  why: string;
  /** How the session ends if it is not connected again. */
  state: 'done' | 'interrupted' | 'failed' | 'cancelled';
  failure: Failure | null;
  reconnect: 'never' | 'soon' | 'late' | 'now';
  /** Wait that the gateway asked for. */
  afterMs?: number;
}

const kept = 'The conversation, its events and its sound are kept.';

/** What the end of a connection means. `isAnswering`: an answer was under way; `words`: for how long it had lasted. */
export function breakOfEnd(end: SocketEnd, { isAnswering, lasted }: { isAnswering: boolean; lasted: string }): Break {
  const meaning = closeMeaning(end.code);
  const reason = end.reason === '' ? '' : `: ${end.reason}`;
  if (end.why === 'silent')
    return broken('idle-timeout', `The server stopped answering after ${lasted}: no pong came.`, 'soon');
  if (end.why === 'too-large')
    return broken(
      'too-large',
      'A message from the gateway is larger than 16 MiB; the session was closed there.',
      'never',
    );
  if (end.why === 'invalid')
    return broken(
      'protocol',
      `The gateway sent what is no valid message (${end.reason}); the session was closed.`,
      'never',
    );
  if (end.code === 1000)
    return { why: `closed by the server${reason}`, state: 'done', failure: null, reconnect: 'never' };
  // A close in good order that says nothing; it took nothing away where no answer was under way.
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
  failure: failure(code, message, { hint: `${kept} Start again, or continue in a new session.`, retryable: true }),
  reconnect,
});

const refused = (code: Failure['code'], message: string): Break => ({
  why: message,
  state: 'failed',
  failure: failure(code, message, { hint: `Look at the gateway's reason. ${kept}` }),
  reconnect: 'never',
});

/** Statuses after which the same handshake may work a little later. */
const passing: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
/** Those of them that ask to come back. The others are refusals as long as no session ever lived. */
const asking: ReadonlySet<number> = new Set([408, 429, 503]);
const lateStatus: ReadonlySet<number> = new Set([429, 503]);

/**
 * What a refused handshake means. A refusal that names what stays wrong (key, model, quota) is not tried again, whatever its
 * status. `wasLive`: the session was live on an earlier connection.
 */
export function breakOfRefusal(
  status: number,
  found: Failure,
  { limitedMs, longestAskedMs }: Pick<SessionTimings, 'limitedMs' | 'longestAskedMs'>,
  wasLive: boolean,
): Break {
  const again =
    (wasLive ? passing : asking).has(status) &&
    outcomes[found.code].passes &&
    (found.retryAfterMs ?? 0) <= longestAskedMs;
  const afterMs = found.retryAfterMs ?? (lateStatus.has(status) ? limitedMs : undefined);
  return {
    why: found.message,
    state: 'failed',
    failure: found,
    reconnect: again ? 'soon' : 'never',
    ...(again && afterMs !== undefined && { afterMs }),
  };
}

/** What a handshake without an answer means. */
export function breakOfFault({ failure: found, passing: isPassing }: NetworkFault): Break {
  if (found.code === 'aborted') return { why: found.message, state: 'cancelled', failure: found, reconnect: 'never' };
  const again = isPassing || outcomes[found.code].passes;
  return { why: found.message, state: 'failed', failure: found, reconnect: again ? 'soon' : 'never' };
}

/** An `error` event in the place of a session: the gateway upgraded, and then found that it can not serve. */
export function breakOfError(found: Failure): Break {
  const again = outcomes[found.code].passes;
  return { why: found.message, state: 'failed', failure: found, reconnect: again ? 'soon' : 'never' };
}

/** What the words behind a close say more exactly than its number. */
const named: ReadonlySet<Failure['code']> = new Set(['model-not-found', 'auth', 'forbidden', 'quota']);

/**
 * A connection that was accepted and ended before any session was made: the gateway refused, and would again. Each attempt
 * may reach the vendor and cost something, so the first refusal is the last word.
 */
export function unmade(found: Break, reason: string): Break {
  const { code } = failureFromBody({ error: { message: reason } }, { status: 200 });
  const known = found.failure && named.has(code) ? { ...found.failure, code } : found.failure;
  return { ...found, state: 'failed', failure: known, reconnect: 'never' };
}

/** How long to wait before attempt `attempt` (from 0) to connect again; `null` when it is the last word. */
export function waitBefore(found: Break, attempt: number, timings: SessionTimings): number | null {
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
  choice: DialectChoice;
  /** The dialect that this connection was opened in; the choice may have changed since. */
  opened: RealtimeDialect;
}

/** What the end of a connection means, with what the gateway had said before it. A refusal of the dialect changes it. */
export function judgeEnd(end: SocketEnd, { isAnswering, lastedMs, fatal, wasLive, choice, opened }: EndFacts): Break {
  const found = breakOfEnd(end, { isAnswering, lasted: formatDuration(lastedMs) });
  const isRefusal = end.code === 4000 && (!wasLive || /beta|dialect|unsupported/i.test(end.reason));
  if ((fatal?.isDialect || isRefusal) && (opened !== choice.current || choice.flip()))
    return { ...found, why: `The gateway refused the dialect: ${found.why}`, reconnect: 'now' };
  if (fatal?.isExpiry) return { why: fatal.failure.message, state: 'done', failure: null, reconnect: 'never' };
  const judged = fatal ? breakOfError(fatal.failure) : found;
  return wasLive || judged.state === 'done' ? judged : unmade(judged, end.reason);
}

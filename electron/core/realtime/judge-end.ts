import type { RealtimeDialect } from '#shared/contract/realtime.ts';
import { formatDuration } from '#shared/format.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { isExpiry, refusesDialect } from '../readers/session/session-failure.ts';
import { type Break, breakOfEnd, breakOfError, unmade } from './break-rules.ts';
import type { ServerEvent } from './session-connection.ts';
import type { DialectChoice } from './settle-session.ts';
import type { SocketEnd } from './socket/socket.ts';

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

export interface EndFacts {
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

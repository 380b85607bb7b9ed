import { AppError, type SentFlag } from '#shared/protocol/failure.ts';
import { explainKeyRefusal } from '../exchange/key-refusal.ts';
import { type Prepared, prepare, type Sources, unprepared } from '../exchange/prepare.ts';
import type { TimelineRecorder } from '../exchange/timeline.ts';
import { type Break, breakOfFault, breakOfRefusal } from './break-rules.ts';
import { handshakeDraft } from './session-facts.ts';
import type { SessionStart } from './session-ports.ts';
import { planHandshake } from './socket/handshake.ts';
import { type Opened, openWebSocket } from './socket/open-web-socket.ts';
import { readRefusal } from './socket/refusal.ts';
import type { SessionTimings } from './timings.ts';

/** Looks up everything that a session names, the key included. Never rejects. */
export const prepareSession = (start: SessionStart, sources: Sources): Promise<Prepared> =>
  prepare(handshakeDraft(start), sources).catch((thrown: unknown) => unprepared(AppError.from(thrown)));

export interface Connecting {
  signal: AbortSignal;
  timings: Pick<SessionTimings, 'connectMs' | 'limitedMs' | 'longestAskedMs'>;
  times: TimelineRecorder;
  /** The session was live on an earlier connection. */
  wasLive: boolean;
  /** The connection is ready, and the key is being looked at. */
  onAuthorizing(): void;
  onRequest(headers: readonly (readonly [string, string])[]): void;
}

/** An open socket, or what kept it from being opened. */
export type Connected =
  | { kind: 'open'; opened: Extract<Opened, { kind: 'open' }> }
  | { kind: 'broken'; found: Break; refused: Extract<Opened, { kind: 'refused' }> | null; sent: SentFlag };

/** Opens the socket of a prepared session. Never rejects. */
export async function connectSession(
  { draft }: Pick<SessionStart, 'draft'>,
  prepared: Prepared,
  { signal, timings, times, wasLive, onAuthorizing, onRequest }: Connecting,
): Promise<Connected> {
  const problem = prepared.problem;
  const handshake = problem ?? planHandshake(prepared, draft);
  if ('code' in handshake)
    return {
      kind: 'broken',
      found: { why: handshake.message, state: 'failed', failure: handshake, reconnect: 'never' },
      refused: null,
      sent: 'not-sent',
    };
  const opened = await openWebSocket(handshake, {
    signal,
    limitMs: timings.connectMs,
    mark: (what) => times.mark(what),
    onConnected(wireBytes) {
      times.countWith(wireBytes);
      onAuthorizing();
    },
    onRequest,
  });
  if (opened.kind === 'open') return { kind: 'open', opened };
  if (opened.kind === 'fault')
    return {
      kind: 'broken',
      found: breakOfFault(opened.fault),
      refused: null,
      sent: opened.fault.sent,
    };
  const refusal = explainKeyRefusal(readRefusal(opened.head, opened.body), prepared, draft, undefined);
  return {
    kind: 'broken',
    found: breakOfRefusal(opened.head.status, refusal, timings, wasLive),
    refused: opened,
    sent: 'answered',
  };
}

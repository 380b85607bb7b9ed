import type { Buffer } from 'node:buffer';
import { AppError, type Failure, failure, type SentFlag } from '#shared/protocol/failure.ts';
import { explainKeyRefusal } from '../exchange/key-refusal.ts';
import { type Prepared, prepare, type Sources, unprepared } from '../exchange/prepare.ts';
import type { TimelineRecorder } from '../exchange/timeline.ts';
import { failureFromBody } from '../readers/classify.ts';
import { requestIdFromHeaders } from '../readers/failures/headers.ts';
import { pageTitle } from '../readers/failures/sentences.ts';
import { parseJson } from '../readers/intake/json-value.ts';
import { type Break, breakOfFault, breakOfRefusal, failedBreak } from './reconnection.ts';
import { handshakeDraft, type SessionStart } from './session-facts.ts';
import { type HandshakeHead, type Opened, openWebSocket, planHandshake } from './socket/open-web-socket.ts';
import type { SessionTimings } from './timings.ts';

/** Resolves everything that a session refers to, the key included. Never rejects. */
export const prepareSession = (start: SessionStart, sources: Sources): Promise<Prepared> =>
  prepare(handshakeDraft(start), sources).then(
    (prepared) => beside(prepared, start.sibling),
    (thrown: unknown) => unprepared(AppError.from(thrown)),
  );

/** Replaces the last part of the route's path. */
function beside(prepared: Prepared, sibling: string | undefined): Prepared {
  const { plan } = prepared;
  if (sibling === undefined || plan === null) return prepared;
  return { ...prepared, plan: { ...plan, url: plan.url.replace(/\/realtime(?=\?|$)/, `/${sibling}`) } };
}

export interface Connecting {
  signal: AbortSignal;
  timings: Pick<SessionTimings, 'connectMs' | 'limitedMs' | 'longestAskedMs'>;
  times: TimelineRecorder;
  /** The session was live on an earlier connection. */
  wasLive: boolean;
  /** The connection is established, and the key is being checked. */
  onAuthorizing(): void;
  onRequest(headers: readonly (readonly [string, string])[]): void;
}

/** An open socket, or what prevented it. */
export type Connected =
  | { kind: 'open'; opened: Extract<Opened, { kind: 'open' }> }
  | { kind: 'broken'; found: Break; refused: Extract<Opened, { kind: 'refused' }> | null; sent: SentFlag };

/** Opens the socket of a prepared session. Never rejects. */
export async function connectSession(
  { draft }: Pick<SessionStart, 'draft'>,
  prepared: Prepared,
  { signal, timings, times, wasLive, onAuthorizing, onRequest }: Connecting,
): Promise<Connected> {
  const handshake = prepared.problem ?? planHandshake(prepared, draft);
  if ('code' in handshake)
    return { kind: 'broken', found: failedBreak(handshake, 'never'), refused: null, sent: 'not-sent' };
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
    return { kind: 'broken', found: breakOfFault(opened.fault), refused: null, sent: opened.fault.sent };
  const refusal = explainKeyRefusal(
    readRefusal(opened.head, opened.body),
    prepared,
    draft,
    undefined,
    opened.head.headers,
  );
  const found = breakOfRefusal(opened.head.status, refusal, timings, wasLive);
  return { kind: 'broken', found, refused: opened, sent: 'answered' };
}

/**
 * Classifies a handshake that was answered and not accepted: like any other response, by its body before its status.
 */
function readRefusal({ status, headers }: HandshakeHead, body: Buffer): Failure {
  const text = body.toString('utf8');
  const value = parseJson(text);
  const known = { status, requestId: requestIdFromHeaders(headers) };
  if (status >= 300 && status < 400) {
    const target = headers.find(([name]) => name.toLowerCase() === 'location')?.[1] ?? 'nowhere';
    return failure(
      'redirect',
      `The gateway redirected (${status}) to ${target.replace(/\/\/[^/@]*@/, '//').slice(0, 300)}. Patchbay never redirects a session, because the key would be sent there.`,
      {
        ...known,
        hint: 'If you trust that URL, use it as the base URL and enter the key again.',
      },
    );
  }
  // FastAPI and others refuse a WebSocket to an unknown path like one that is not allowed: with 403 and nothing else.
  if (status === 403 && text.trim() === '')
    return failure('rejected', 'The gateway refused the WebSocket without a reason (status 403).', {
      ...known,
      hint: "It probably doesn't have this route, or doesn't allow it with this key. Check the base URL, or use another key.",
    });
  if (status >= 400) return failureFromBody(value === undefined ? text : value, { status, headers, fixedPath: true });
  const isPage = /^\s*<(?:!doctype|html)/i.test(text);
  const title = isPage ? pageTitle(text) : null;
  if (isPage)
    return failure(
      'route-absent',
      `The gateway returned ${status} with an HTML page${title === null ? '' : ` titled "${title}"`} instead of a session. It does not have this route.`,
      {
        ...known,
        hint: 'The base URL is probably wrong (gateways show their console for unknown paths), or a login or proxy page responded.',
        gatewayMessage: title,
      },
    );
  const refusal = failureFromBody(value === undefined ? text : value, { status, headers, fixedPath: true });
  if (refusal.gatewayMessage !== null && /^\s*\{/.test(text)) return refusal;
  return failure('protocol', `The gateway returned ${status} and did not switch to a WebSocket.`, {
    ...known,
    hint: 'A proxy may block WebSockets, or the gateway serves this route over plain HTTP.',
    gatewayMessage: text.trim().slice(0, 500) || null,
  });
}

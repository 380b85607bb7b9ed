import type { Draft } from '#shared/contract/exchanges.ts';
import { newFacts } from '../exchange/new-facts.ts';
import type { Prepared } from '../exchange/prepare.ts';
import type { TimelineRecorder } from '../exchange/timeline.ts';
import type { RecordedExchange } from '../store/records/exchange-recording.ts';
import type { SessionStart } from './session-ports.ts';

/** The media type of a recorded session: a line of JSON for each frame, and for what happened between them. */
export const linesType = 'application/x-ndjson';

/** The request that opens a session, as every other request is planned from. */
export const handshakeDraft = ({ draft, origin }: Pick<SessionStart, 'draft' | 'origin'>): Draft => ({
  connectionId: draft.connectionId,
  ...(draft.keyId === undefined ? {} : { keyId: draft.keyId }),
  routeId: 'realtime',
  params: {},
  query: [
    ...(draft.query.some(([name]) => name === 'model') ? [] : [['model', draft.model] as [string, string]]),
    ...draft.query,
  ],
  headers: draft.headers,
  body: { kind: 'none' },
  options: { finishAlone: true, allowMisuse: false, deadlines: {}, origin },
});

/** What is known of a session before its handshake. */
export function sessionFacts(
  start: SessionStart,
  prepared: Prepared,
  startedAt: number,
  times: TimelineRecorder,
): RecordedExchange {
  const draft = handshakeDraft(start);
  const request = { id: start.id, attempt: 1, firstId: start.id, draft, keepDraft: false, prepared };
  return {
    ...newFacts(request, startedAt, [], times),
    model: prepared.redactor.text(start.draft.model),
    streamAsked: true,
  };
}

import type { Draft, Origin } from '#shared/contract/exchanges.ts';
import type { SessionDraft } from '#shared/contract/realtime.ts';
import type { Failure, RunState } from '#shared/protocol/failure.ts';
import type { Timeline } from '#shared/protocol/part.ts';
import type { ExchangeBase } from '../exchange/exchange-base.ts';
import { newFacts } from '../exchange/new-facts.ts';
import type { Prepared } from '../exchange/prepare.ts';
import type { TimelineRecorder } from '../exchange/timeline.ts';
import type { FilePort } from '../ports.ts';
import type { RecordedExchange } from '../store/records/exchange-recording.ts';
import type { SessionRecord } from './record/session-record.ts';
import type { HandshakeHead } from './socket/open-web-socket.ts';
import type { SessionTimings } from './timings.ts';

export interface SessionPorts extends Pick<ExchangeBase, 'sources' | 'recorder' | 'clock'> {
  files: FilePort;
  timings: SessionTimings;
  /** Folder of the tracks; `null` where nothing is saved. */
  trackFolder: string | null;
}

export interface SessionStart {
  id: string;
  draft: SessionDraft;
  origin: Origin;
  /** Only check whether a session is created, and send nothing. */
  handshakeOnly?: boolean;
  /** The handshake goes to this path beside the route, such as `no-such-route`. */
  sibling?: string | undefined;
  /** What was said in an earlier session, to be sent again as text. */
  earlier: readonly { who: 'person' | 'model'; text: string }[];
  /** The gateway refused a `model` in the address of a transcription session. */
  omitsModel?: boolean;
}

/** The media type of a recorded session: a line of JSON per frame, and per note between frames. */
const linesType = 'application/x-ndjson';

/** Returns the request that opens a session, in the form from which every request is planned. */
export const handshakeDraft = ({
  draft,
  origin,
  omitsModel = false,
}: Pick<SessionStart, 'draft' | 'origin' | 'omitsModel'>): Draft => ({
  connectionId: draft.connectionId,
  ...(draft.keyId === undefined ? {} : { keyId: draft.keyId }),
  routeId: 'realtime',
  params: {},
  query: [...queryOf(draft, omitsModel).filter(([name]) => draft.query.every(([own]) => own !== name)), ...draft.query],
  headers: draft.headers,
  body: { kind: 'none' },
  options: { finishAlone: true, allowMisuse: false, deadlines: {}, origin },
});

const queryOf = ({ model, settings }: SessionDraft, omitsModel: boolean): [string, string][] => [
  ...(settings.output === 'transcript' ? [['intent', 'transcription'] as [string, string]] : []),
  ...(omitsModel ? [] : [['model', model] as [string, string]]),
];

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

/** Records the handshake as sent; the key is redacted. */
export function noteRequest(record: SessionRecord, headers: readonly (readonly [string, string])[]): void {
  const clean = headers.map(([name, value]): [string, string] => [name, record.clean(value)]);
  record.recording.update({
    sent: 'maybe-processed',
    request: { headers: clean, bodyBytes: 0, mediaType: null },
  });
}

/** Records the response to the handshake, whether it is a session or a refusal. */
export function noteHandshakeResponse(record: SessionRecord, head: HandshakeHead, timeline: Timeline): void {
  const { status, statusText, httpVersion, headers } = head;
  const response = { status, statusText, httpVersion, headers, bodyBytes: 0, mediaType: linesType };
  record.recording.update({ status, sent: 'answered', response: record.clean(response), timeline });
}

/** Records the body of a refused handshake, at most 64 KiB. */
export function noteRefusal(
  record: SessionRecord,
  { head, body }: { head: HandshakeHead; body: Uint8Array },
  socket: number,
): void {
  const data = new TextDecoder().decode(body.subarray(0, 64 * 1024));
  record.frame({ dir: 'in', op: 'refusal', size: body.length, data, code: head.status, socket });
}

/** Tells whether a transcription session may still be opened without a model in its address. */
export const mayOmitModel = ({ draft, omitsModel }: SessionStart): boolean =>
  draft.settings.output === 'transcript' && omitsModel !== true;

/** Records the end of a session, after which nothing follows. */
export function noteEnd(
  record: SessionRecord,
  { state, failure: found }: { state: RunState; failure: Failure | null },
  timeline: Timeline,
): void {
  const { recording, usage } = record;
  const failure = found && { ...record.clean(found), exchangeId: recording.facts.id };
  record.end({ type: 'ended', state: state === 'done-with-warnings' ? 'done' : state, failure });
  const { response, sentBytes, receivedBytes } = recording.facts;
  recording.update({
    state,
    failure,
    failureCode: failure?.code ?? null,
    timeline: { ...timeline, sentBytes, receivedBytes },
    durationMs: timeline.endMs,
    usage,
    response: response && { ...response, bodyBytes: recording.keptBytes },
  });
}

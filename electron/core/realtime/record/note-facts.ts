import type { Failure, RunState } from '#shared/protocol/failure.ts';
import type { Timeline } from '#shared/protocol/part.ts';
import { linesType } from '../session-facts.ts';
import type { HandshakeHead } from '../socket/open-web-socket.ts';
import type { SessionRecord } from './session-record.ts';

/** The handshake as it is sent; the key is taken out. */
export function noteRequest(record: SessionRecord, headers: readonly (readonly [string, string])[]): void {
  const clean = headers.map(([name, value]): [string, string] => [name, record.clean(value)]);
  record.recording.update({
    sent: 'maybe-processed',
    request: { headers: clean, bodyBytes: 0, mediaType: null },
  });
}

/** The answer to the handshake, whether it is a session or a refusal. */
export function noteHandshakeResponse(record: SessionRecord, head: HandshakeHead, timeline: Timeline): void {
  const { status, statusText, httpVersion, headers } = head;
  const response = { status, statusText, httpVersion, headers, bodyBytes: 0, mediaType: linesType };
  record.recording.update({ status, sent: 'answered', response: record.clean(response), timeline });
}

/** What a refused handshake was answered with; beyond 64 KiB it says nothing new. */
export function noteRefusal(
  record: SessionRecord,
  { head, body }: { head: HandshakeHead; body: Uint8Array },
  socket: number,
): void {
  const data = new TextDecoder().decode(body.subarray(0, 64 * 1024));
  record.frame({ dir: 'in', op: 'refusal', size: body.length, data, code: head.status, socket });
}

/** How it all ended. */
export function noteEnd(
  { recording, usage }: SessionRecord,
  { state, failure }: { state: RunState; failure: Failure | null },
  timeline: Timeline,
): void {
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

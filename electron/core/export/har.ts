import { randomUUID } from 'node:crypto';
import type { RecordedExchange } from '../store/records/exchange-recording.ts';
import type { ExchangeRecords } from '../store/records/exchange-records.ts';
import { harEntry } from './har-entry.ts';
import { asBase64, asJsonText, bodyWindows, isUtf8, readRecordedForm } from './recorded-body.ts';

/** One frame of a recorded session, in the format of browser developer tools. */
export interface HarFrame {
  type: 'send' | 'receive';
  /** Seconds since 1970. */
  time: number;
  /** 1 for text, 2 for binary. */
  opcode: 1 | 2;
  /** Redacted; binary in base64. */
  data: string;
}

/** Returns the frames of a session; `null` for other exchanges. */
export type FramesOf = (exchangeId: string) => AsyncIterable<HarFrame> | null;

export interface HarParts {
  /** In the order of the log. */
  ids: readonly string[];
  records: ExchangeRecords;
  version: string;
  framesOf?: FramesOf;
}

/** Largest form that is parsed; a form without its files is small. */
const formBytes = 8 * 1024 ** 2;

/** Tells what may be written as text, if its bytes are UTF-8. */
const isTextual = (mediaType: string | null) =>
  mediaType === null ||
  /^(?:text\/|application\/(?:json|xml|javascript|x-www-form-urlencoded|x-ndjson))|\+(?:json|xml)\b|^multipart\//i.test(
    mediaType,
  );

/**
 * Writes recorded exchanges as a HAR 1.2 log in chunks: no more than one entry's facts and one window of a body are in
 * memory. Exchanges that are deleted meanwhile are left out.
 */
export async function* writeHar({ ids, records, version, framesOf }: HarParts): AsyncGenerator<Uint8Array, void, void> {
  const encoder = new TextEncoder();
  const head = { version: '1.2', creator: { name: 'Patchbay', version } };
  yield encoder.encode(`{"log":${JSON.stringify(head).slice(0, -1)},"entries":[`);
  let separator = '\n';
  for (const id of ids) {
    const facts = records.find(id);
    if (!facts) continue;
    yield encoder.encode(separator);
    for await (const piece of entryPieces(facts, records)) yield encoder.encode(piece);
    const frames = framesOf?.(id);
    if (frames) for await (const piece of framePieces(frames)) yield encoder.encode(piece);
    yield encoder.encode('}');
    separator = ',\n';
  }
  yield encoder.encode('\n]}}\n');
}

/** Yields an entry without its last brace. */
async function* entryPieces(facts: RecordedExchange, records: ExchangeRecords): AsyncGenerator<string, void, void> {
  const { id, request, response } = facts;
  const requestBytes = records.size(id, 'request');
  const keptBytes = records.size(id, 'response');
  const fields =
    requestBytes <= formBytes
      ? readRecordedForm(records.read(id, 'request', 0, requestBytes).toString('utf8'), request.mediaType)
      : null;
  const isText =
    isTextual(response?.mediaType ?? null) && (await isUtf8(bodyWindows(records, id, 'response', keptBytes)));
  const slot = randomUUID();
  const requestSlot = requestBytes > 0 && !fields ? `${slot}-request` : null;
  const responseSlot = keptBytes > 0 ? `${slot}-response` : null;
  const entry = harEntry({
    facts,
    requestSlot,
    fields,
    responseSlot,
    isBase64: responseSlot !== null && !isText,
    keptBytes,
  });
  const text = JSON.stringify(entry).slice(0, -1);
  const [beforeRequest, afterRequest] = cut(text, requestSlot);
  yield beforeRequest;
  if (requestSlot !== null) yield* asJsonText(bodyWindows(records, id, 'request', requestBytes));
  const [beforeResponse, afterResponse] = cut(afterRequest, responseSlot);
  yield beforeResponse;
  const windows = () => bodyWindows(records, id, 'response', keptBytes);
  if (responseSlot !== null) yield* isText ? asJsonText(windows()) : asBase64(windows());
  yield afterResponse;
}

/** Splits a text at a slot; without one, all of it is in the second part. */
function cut(text: string, slot: string | null): [before: string, after: string] {
  if (slot === null) return ['', text];
  const at = text.indexOf(slot);
  return [text.slice(0, at), text.slice(at + slot.length)];
}

async function* framePieces(frames: AsyncIterable<HarFrame>): AsyncGenerator<string, void, void> {
  let separator = ',"_webSocketMessages":[';
  for await (const { type, time, opcode, data } of frames) {
    yield `${separator}${JSON.stringify({ type, time, opcode, data })}`;
    separator = ',';
  }
  yield separator === ',' ? ']' : `${separator}]`;
}

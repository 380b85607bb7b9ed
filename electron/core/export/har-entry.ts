import { percentDecoded } from '#shared/percent.ts';
import type { Timeline } from '#shared/protocol/part.ts';
import { redactedKey } from '../redaction/redact.ts';
import type { RecordedExchange } from '../store/records/exchange-recording.ts';
import { sentenceOf } from '../verdict/verdict-sentence.ts';
import type { RecordedField } from './recorded-body.ts';

type Pair = readonly [name: string, value: string];

/** What an entry needs besides the facts. Texts are inserted later, in place of their slots. */
export interface EntryParts {
  facts: RecordedExchange;
  /** Placeholder for the text of the request's body; `null` when there is none. */
  requestSlot: string | null;
  /** The fields of a form, instead of its text. */
  fields: readonly RecordedField[] | null;
  responseSlot: string | null;
  /** The text of the response is base64. */
  isBase64: boolean;
  /** Bytes of the response that were recorded. */
  keptBytes: number;
}

/**
 * Returns one entry of a HAR 1.2 log. Fields that begin with an underscore are extensions, as its specification allows.
 */
export function harEntry(parts: EntryParts): Record<string, unknown> {
  const { facts } = parts;
  const { time, timings } = harTimings(facts.timeline);
  const isWhole = facts.state === 'done';
  return {
    startedDateTime: new Date(facts.startedAt).toISOString(),
    time,
    request: harRequest(parts),
    response: harResponse(parts),
    cache: {},
    timings,
    ...(facts.routeId === 'realtime' && { _resourceType: 'websocket' }),
    _exchangeId: facts.id,
    _route: facts.routeId,
    _model: facts.model,
    _attempt: facts.attempt,
    _state: facts.state,
    ...(facts.failure && { _error: facts.failure.message }),
    ...(!isWhole && { comment: sentenceOf(facts) }),
  };
}

function harRequest({ facts, requestSlot, fields }: EntryParts) {
  const { method, address, request } = facts;
  return {
    method,
    // A URL in a HAR contains no spaces.
    url: address.replaceAll(redactedKey, encodeURIComponent(redactedKey)),
    httpVersion: 'HTTP/1.1',
    cookies: request.headers.flatMap((header) => (isNamed(header, 'cookie') ? cookiesOf(header[1]) : [])),
    headers: request.headers.map(named),
    queryString: queryOf(address),
    ...((requestSlot !== null || fields) && {
      postData: {
        mimeType: request.mediaType ?? '',
        ...(fields ? { params: fields.map(paramOf) } : { text: requestSlot }),
      },
    }),
    headersSize: -1,
    bodySize: request.bodyBytes,
  };
}

function harResponse({ facts: { response }, responseSlot, isBase64, keptBytes }: EntryParts) {
  const headers = response?.headers ?? [];
  const bodySize = response === null ? -1 : wireBytes(response);
  const size = response?.bodyBytes ?? 0;
  const isCompressed = headers.some(
    ([name, value]) => name.toLowerCase() === 'content-encoding' && value !== 'identity',
  );
  return {
    status: response?.status ?? 0,
    statusText: response?.statusText ?? '',
    httpVersion: response ? `HTTP/${response.httpVersion}` : '',
    cookies: headers.flatMap((header) => (isNamed(header, 'set-cookie') ? cookiesOf(header[1]).slice(0, 1) : [])),
    headers: headers.map(named),
    content: {
      size,
      ...(isCompressed && bodySize >= 0 && { compression: size - bodySize }),
      mimeType: response?.mediaType ?? '',
      ...(responseSlot !== null && { text: responseSlot }),
      ...(isBase64 && { encoding: 'base64' }),
      ...(keptBytes < size && { comment: `Only the first ${keptBytes} bytes were stored.` }),
    },
    redirectURL: headers.find((header) => isNamed(header, 'location'))?.[1] ?? '',
    headersSize: -1,
    bodySize,
  };
}

/** Returns the transferred bytes of the body: announced, or those read where nothing had to be decoded; else -1. */
function wireBytes({ headers, bodyBytes }: NonNullable<RecordedExchange['response']>): number {
  if (!headers.some((header) => isNamed(header, 'content-encoding') && header[1] !== 'identity')) return bodyBytes;
  const announced = headers.find((header) => isNamed(header, 'content-length'))?.[1];
  return announced !== undefined && /^\d+$/.test(announced) ? Number(announced) : -1;
}

const isNamed = ([name]: Pair, wanted: string) => name.toLowerCase() === wanted;
const named = ([name, value]: Pair) => ({ name, value });

function queryOf(address: string): { name: string; value: string }[] {
  const mark = address.indexOf('?');
  if (mark === -1) return [];
  return address
    .slice(mark + 1)
    .split('&')
    .map((pair) => {
      const sign = pair.indexOf('=');
      const [name, value] = sign === -1 ? [pair, ''] : [pair.slice(0, sign), pair.slice(sign + 1)];
      return { name: percentDecoded(name), value: percentDecoded(value) };
    });
}

/** Returns the pairs of a cookie header; attributes of a `Set-Cookie` are left in the header. */
const cookiesOf = (header: string) =>
  header.split(';').flatMap((pair) => {
    const sign = pair.indexOf('=');
    return sign < 1 ? [] : [{ name: pair.slice(0, sign).trim(), value: pair.slice(sign + 1).trim() }];
  });

const paramOf = (field: RecordedField) =>
  field.kind === 'text'
    ? { name: field.name, value: field.value }
    : { name: field.name, fileName: field.file, contentType: field.type, comment: `${field.sizeBytes} bytes` };

/** Milliseconds of each stage; -1 for one that did not happen or is not known. */
interface HarTimings {
  blocked: number;
  dns: number;
  /** Includes `ssl`, as HAR defines it. */
  connect: number;
  ssl: number;
  send: number;
  wait: number;
  receive: number;
}

/** Clocks are not more precise than a thousandth of a millisecond. */
const rounded = (ms: number) => Math.round(ms * 1000) / 1000;

/**
 * Returns the stages of an exchange as HAR counts them. All but `ssl`, which is part of `connect`, add up to the total
 * time; the stage in which an exchange ended gets the rest, and `blocked` the time before the DNS lookup.
 */
function harTimings(timeline: Timeline): { time: number; timings: HarTimings } {
  const end = timeline.endMs ?? latest(timeline);
  let at = 0;
  /**
   * Returns the time until a mark, which may not be before an earlier one: an early response arrives while the request
   * is sent.
   */
  const until = (mark: number | null): number => {
    const next = Math.min(Math.max(mark ?? at, at), end);
    const passed = next - at;
    at = next;
    return rounded(passed);
  };
  const { dnsMs, connectMs, tlsMs, sentMs, headersMs } = timeline;
  const isReused = connectMs === null && (sentMs !== null || headersMs !== null);
  const dns = dnsMs === null ? -1 : until(dnsMs);
  const secured = tlsMs ?? connectMs;
  const isConnected = secured !== null;
  const ssl = tlsMs !== null && connectMs !== null ? rounded(Math.max(0, tlsMs - connectMs)) : -1;
  let connect = isConnected ? until(secured) : -1;
  let blocked = -1;
  // It ended before a connection was established.
  if (!isConnected && !isReused) {
    if (dnsMs === null) blocked = until(end);
    else connect = until(end);
  }
  const isAnswered = headersMs !== null;
  const send = isConnected || isReused ? until(sentMs ?? (isAnswered ? headersMs : end)) : 0;
  const wait = until(isAnswered ? headersMs : end);
  const receive = until(end);
  return { time: rounded(end), timings: { blocked, dns, connect, ssl, send, wait, receive } };
}

/** Returns the last known time of an exchange that is still running. */
const latest = ({ dnsMs, connectMs, tlsMs, sentMs, headersMs, firstByteMs, firstTokenMs }: Timeline) =>
  Math.max(0, dnsMs ?? 0, connectMs ?? 0, tlsMs ?? 0, sentMs ?? 0, headersMs ?? 0, firstByteMs ?? 0, firstTokenMs ?? 0);

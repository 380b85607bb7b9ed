import { Buffer } from 'node:buffer';
import { formatCount } from '#shared/format.ts';
import { type Failure, type FailureCode, failure, type SentFlag } from '#shared/protocol/failure.ts';
import { mayWorkAgain, outcomes } from '#shared/protocol/outcomes.ts';

/** A request that ended without an answer: what to say, and whether a byte of it may have been read. */
export interface NetworkFault {
  failure: Failure;
  sent: SentFlag;
  /** The same attempt may well work a moment later: nothing listened, no route, no name server, no answer in time. */
  passing: boolean;
  /** A certificate was refused because nobody who is trusted signed it. */
  unknownAuthority?: boolean;
}

/** A fault on its way through promises. Its failure holds no secret and no socket. */
export class NetworkError extends Error {
  readonly fault: NetworkFault;

  constructor(fault: NetworkFault) {
    super(fault.failure.message);
    this.name = 'NetworkError';
    this.fault = fault;
  }
}

const notSent = 'Nothing was sent.';
const mayBeCharged = 'The request may have been processed and charged; look before you send it again.';

/** `host:port` for messages. */
export const placeName = (host: string, port: number) => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`);

/** Node's code of an error; of several attempts (IPv6 and IPv4) the first one's. */
export function codeOf(thrown: unknown): string {
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return codeOf(thrown.errors[0]);
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}

interface Wording {
  code: FailureCode;
  what: (host: string, place: string) => string;
  hint: string;
  /** Where it is not as with others of its code. */
  passing?: boolean;
}

const unreachable: Wording = {
  code: 'unreachable',
  what: (_, place) => `${place} can not be reached from here`,
  hint: `Check the network, VPN and address. ${notSent}`,
};

const byConnectCode: Readonly<Record<string, Wording>> = {
  ENOTFOUND: {
    code: 'dns',
    what: (host) => `The name ${host} is not known`,
    hint: `Check the base address for a typing error. ${notSent}`,
  },
  EAI_AGAIN: {
    code: 'dns',
    what: (host) => `No name server answered for ${host}`,
    hint: `Check the network connection. ${notSent}`,
    passing: true,
  },
  ECONNREFUSED: {
    code: 'refused',
    what: (_, place) => `Nothing listens on ${place}`,
    hint: `Start the gateway, or correct the port in the base address. ${notSent}`,
  },
  ETIMEDOUT: {
    code: 'connect-timeout',
    what: (_, place) => `${place} did not answer the attempt to connect`,
    hint: `Check the address, the firewall and the VPN. ${notSent}`,
  },
  EHOSTUNREACH: unreachable,
  EHOSTDOWN: unreachable,
  ENETUNREACH: unreachable,
  ENETDOWN: unreachable,
  EADDRNOTAVAIL: unreachable,
};

/** Names what kept a TCP connection from being made. */
export function connectFault(thrown: unknown, host: string, port: number): NetworkFault {
  const code = codeOf(thrown);
  const wording = byConnectCode[code] ?? unreachable;
  const message = `${wording.what(host, placeName(host, port))}${code === '' ? '' : ` (${code})`}.`;
  return fault(wording.code, message, wording.hint, 'not-sent', wording.passing);
}

/** A fault as the table of outcomes knows it. `passing` is for what that can not tell. */
export function fault(
  code: FailureCode,
  message: string,
  hint: string,
  sent: SentFlag,
  passing = sent === 'not-sent' && outcomes[code].passes,
): NetworkFault {
  const retryable = passing || mayWorkAgain(code);
  return { failure: failure(code, message, { hint, retryable }), sent, passing };
}

export const connectTimeout = (host: string, port: number, limitMs: number): NetworkFault =>
  fault(
    'connect-timeout',
    `${placeName(host, port)} did not accept a connection within ${seconds(limitMs)}.`,
    `Check the address, the firewall and the VPN. ${notSent}`,
    'not-sent',
  );

/** A duration for a sentence: `90 s`, `0.4 s`. */
export const seconds = (ms: number) => `${ms >= 10_000 ? Math.round(ms / 1000) : Math.round(ms / 100) / 10} s`;

/** What is known when a connection breaks before the status line. */
export interface Broken {
  place: string;
  /** Bytes handed to the socket. */
  sentBytes: number;
}

/** Names a fault between the first request byte and the status line. */
export function unansweredFault(thrown: unknown, { place, sentBytes }: Broken): NetworkFault {
  const code = codeOf(thrown);
  if (code.startsWith('HPE_')) return protocolFault(thrown, place, 'maybe-processed');
  return fault(
    'reset',
    `${place} closed the connection before it answered (${code || 'closed'}); ${formatCount(sentBytes)} bytes were sent.`,
    mayBeCharged,
    'maybe-processed',
  );
}

export const headersTimeout = (place: string, limitMs: number): NetworkFault =>
  fault(
    'headers-timeout',
    `${place} took the request and did not begin to answer within ${seconds(limitMs)}.`,
    mayBeCharged,
    'maybe-processed',
  );

export const uploadStalled = (place: string, sentBytes: number, totalBytes: number, limitMs: number): NetworkFault =>
  fault(
    'upload-stalled',
    `${place} took no more of the request for ${seconds(limitMs)}: byte ${sentBytes} of ${totalBytes}.`,
    'The file is untouched. Send it again, or a smaller one.',
    'maybe-processed',
  );

export const totalTimeout = (place: string, limitMs: number, sent: SentFlag): NetworkFault =>
  fault(
    'total-timeout',
    `The exchange with ${place} was not over within ${seconds(limitMs)}.`,
    sent === 'not-sent' ? notSent : mayBeCharged,
    sent,
  );

export const cancelled = (sent: SentFlag): NetworkFault =>
  fault(
    'aborted',
    'You stopped it.',
    sent === 'not-sent' ? notSent : 'What had arrived is kept. The gateway may still charge for what it did.',
    sent,
  );

/** The other side does not speak HTTP as HTTP is: shows the first bytes so that a person can see what it speaks. */
export function protocolFault(thrown: unknown, place: string, sent: SentFlag): NetworkFault {
  const code = codeOf(thrown);
  if (code === 'HPE_HEADER_OVERFLOW')
    return fault(
      'protocol',
      `The headers of the answer from ${place} are larger than 16 KiB.`,
      'A proxy or gateway on the way adds too many headers; its operator can cut them.',
      sent,
    );
  const raw = thrown instanceof Error && 'rawPacket' in thrown ? thrown.rawPacket : null;
  const bytes = raw instanceof Uint8Array ? Buffer.from(raw) : Buffer.alloc(0);
  // A TLS alert or handshake record.
  if ((bytes[0] === 0x15 || bytes[0] === 0x16) && bytes[1] === 3)
    return fault(
      'protocol',
      `${place} speaks TLS, and the address says http.`,
      'Use https:// in the base address.',
      sent,
    );
  return fault(
    'protocol',
    `The answer from ${place} is not valid HTTP (${code})${bytes.length > 0 ? `; it begins: ${escaped(bytes)}` : ''}.`,
    'Check that the address leads to the gateway and not to another service.',
    sent,
  );
}

/** The first 200 bytes on one line, everything unprintable as an escape. */
const escaped = (bytes: Buffer) =>
  bytes
    .subarray(0, 200)
    .toString('latin1')
    .replace(/[^\x20-\x7e]|\\/g, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);

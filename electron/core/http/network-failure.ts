import { Buffer } from 'node:buffer';
import { formatCount } from '#shared/format.ts';
import { type Failure, type FailureCode, failure, type SentFlag } from '#shared/protocol/failure.ts';
import { mayWorkAgain, outcomes } from '#shared/protocol/outcomes.ts';
import type { Silence } from '#shared/protocol/part.ts';

/** A request that ended without a response: its failure, and whether a byte of it may have been processed. */
export interface NetworkFault {
  failure: Failure;
  sent: SentFlag;
  /** The same attempt may well work a moment later: nothing listened, no route, no name server, no response in time. */
  passing: boolean;
  /** A certificate was refused because its authority is not trusted. */
  unknownAuthority?: boolean;
}

/** Carries a fault through promises. Its failure contains no secret and no socket. */
export class NetworkError extends Error {
  readonly fault: NetworkFault;

  constructor(fault: NetworkFault) {
    super(fault.failure.message);
    this.name = 'NetworkError';
    this.fault = fault;
  }
}

const checkFirst = 'Check before you send again.';

/** Formats `host:port` for messages. */
export const endpointName = (host: string, port: number) =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

/** Returns Node's code of an error; of several attempts (IPv6 and IPv4) the first one's. */
export function codeOf(thrown: unknown): string {
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return codeOf(thrown.errors[0]);
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}

interface Wording {
  code: FailureCode;
  what: (host: string, endpoint: string) => string;
  hint: string;
  /** Overrides the default of its code. */
  passing?: boolean;
}

const unreachable: Wording = {
  code: 'unreachable',
  what: (_, endpoint) => `${endpoint} can't be reached`,
  hint: 'Check the network, VPN and base URL.',
};

const byConnectCode: Readonly<Record<string, Wording>> = {
  ENOTFOUND: {
    code: 'dns',
    what: (host) => `The host ${host} was not found`,
    hint: 'Check the spelling of the base URL.',
  },
  EAI_AGAIN: {
    code: 'dns',
    what: (host) => `The name server did not respond for ${host}`,
    hint: 'Check the network connection.',
    passing: true,
  },
  ECONNREFUSED: {
    code: 'refused',
    what: (_, endpoint) => `${endpoint} refused the connection`,
    hint: 'Start the gateway, or correct the port in the base URL.',
  },
  ETIMEDOUT: {
    code: 'connect-timeout',
    what: (_, endpoint) => `${endpoint} did not respond to the connection attempt`,
    hint: 'Check the base URL, firewall and VPN.',
  },
  EHOSTUNREACH: unreachable,
  EHOSTDOWN: unreachable,
  ENETUNREACH: unreachable,
  ENETDOWN: unreachable,
  EADDRNOTAVAIL: unreachable,
};

/** Returns why a TCP connection could not be established. */
export function connectFault(thrown: unknown, host: string, port: number): NetworkFault {
  const code = codeOf(thrown);
  const wording = byConnectCode[code] ?? unreachable;
  const message = `${wording.what(host, endpointName(host, port))}${code === '' ? '' : ` (${code})`}.`;
  return fault(wording.code, message, wording.hint, 'not-sent', wording.passing);
}

/** Creates a fault according to the table of outcomes. `passing` overrides what the table cannot know. */
export function fault(
  code: FailureCode,
  message: string,
  hint: string,
  sent: SentFlag,
  passing = sent === 'not-sent' && outcomes[code].passes,
): NetworkFault {
  const retryable = passing || mayWorkAgain(code);
  const effect = sent === 'answered' ? 'arrived-kept' : sent;
  return { failure: failure(code, message, { effect, hint, retryable }), sent, passing };
}

export const connectTimeout = (host: string, port: number, limitMs: number): NetworkFault =>
  fault(
    'connect-timeout',
    `${endpointName(host, port)} did not accept a connection within ${seconds(limitMs)}.`,
    'Check the base URL, firewall and VPN.',
    'not-sent',
  );

/** Formats a duration for a sentence: `90 s`, `0.4 s`. */
export const seconds = (ms: number) => `${ms >= 10_000 ? Math.round(ms / 1000) : Math.round(ms / 100) / 10} s`;

/** Adds how often a request was tried and how long that took: the message itself is about the last attempt. */
export const afterTries = (last: Failure, tries: number, tookMs: number): Failure =>
  tries === 1 || last.code === 'aborted'
    ? last
    : { ...last, message: `${last.message} Tried ${tries} times in ${seconds(tookMs)}.` };

/** What is known when a connection breaks before the status line. */
interface Broken {
  endpoint: string;
  /** Bytes handed to the socket. */
  sentBytes: number;
}

/** Returns the fault between the first request byte and the status line. */
export function unansweredFault(thrown: unknown, { endpoint, sentBytes }: Broken): NetworkFault {
  const code = codeOf(thrown);
  if (code.startsWith('HPE_')) return protocolFault(thrown, endpoint, 'maybe-processed');
  return fault(
    'reset',
    `${endpoint} closed the connection without a response (${code || 'closed'}), after ${formatCount(sentBytes)} bytes were sent.`,
    checkFirst,
    'maybe-processed',
  );
}

export const headersTimeout = (endpoint: string, limitMs: number): NetworkFault =>
  fault(
    'headers-timeout',
    `${endpoint} accepted the request but did not respond within ${seconds(limitMs)}.`,
    checkFirst,
    'maybe-processed',
  );

export const uploadStalled = (endpoint: string, sentBytes: number, totalBytes: number, limitMs: number): NetworkFault =>
  fault(
    'upload-stalled',
    `${endpoint} stopped accepting the request for ${seconds(limitMs)}, at byte ${formatCount(sentBytes)} of ${formatCount(totalBytes)}.`,
    'The file is unchanged. Send it again, or a smaller one.',
    'maybe-processed',
  );

export const totalTimeout = (endpoint: string, limitMs: number, sent: SentFlag): NetworkFault =>
  fault(
    'total-timeout',
    `The request to ${endpoint} did not finish within ${seconds(limitMs)}.`,
    sent === 'not-sent' ? 'Send again, or allow more time.' : checkFirst,
    sent,
  );

const afterStop: Readonly<Record<SentFlag, string>> = {
  'not-sent': 'You can send again.',
  'maybe-processed': checkFirst,
  answered: 'The gateway may still bill for its work.',
};
export const cancelled = (sent: SentFlag): NetworkFault =>
  fault('aborted', 'You stopped the request.', afterStop[sent], sent);

/**
 * Returns the fault of a peer that does not speak valid HTTP: shows the first bytes so that the user can see what it
 * speaks.
 */
export function protocolFault(thrown: unknown, endpoint: string, sent: SentFlag): NetworkFault {
  const code = codeOf(thrown);
  if (code === 'HPE_HEADER_OVERFLOW')
    return fault(
      'protocol',
      `The response headers from ${endpoint} are larger than 16 KiB.`,
      'A proxy or gateway adds too many headers. Report this to its operator.',
      sent,
    );
  const twice = ambiguousLength(thrown);
  if (twice !== null)
    return fault(
      'protocol',
      `The response from ${endpoint} has ${twice}, so where it ends is ambiguous.`,
      'HTTP allows only one of them. A proxy or gateway adds the other. Report this to its operator.',
      sent,
    );
  const raw = thrown instanceof Error && 'rawPacket' in thrown ? thrown.rawPacket : null;
  const bytes = raw instanceof Uint8Array ? Buffer.from(raw) : Buffer.alloc(0);
  // A TLS alert or handshake record.
  if ((bytes[0] === 0x15 || bytes[0] === 0x16) && bytes[1] === 3)
    return fault(
      'protocol',
      `${endpoint} uses TLS, but the base URL begins with http.`,
      'Use https:// in the base URL.',
      sent,
    );
  return fault(
    'protocol',
    `The response from ${endpoint} is not valid HTTP (${code})${bytes.length > 0 ? `; it begins: ${escaped(bytes)}` : ''}.`,
    'Check that the base URL leads to the gateway and not to another service.',
    sent,
  );
}

/** Returns the headers that contradict each other about the length; `null` when the parser stopped for another reason. */
function ambiguousLength(thrown: unknown): string | null {
  const reason = thrown instanceof Error && 'reason' in thrown ? String(thrown.reason) : '';
  if (!reason.includes('Content-Length')) return null;
  if (reason.includes('Transfer-Encoding')) return 'the headers Content-Length and Transfer-Encoding: chunked';
  return /duplicate|already present/i.test(reason) ? 'two Content-Length headers' : null;
}

/** Returns the first 200 bytes on one line, everything unprintable escaped. */
const escaped = (bytes: Buffer) =>
  bytes
    .subarray(0, 200)
    .toString('latin1')
    .replace(/[^\x20-\x7e]|\\/g, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);

const sendForRest = 'Send again if you need the rest; it may be billed again.';

/** An unfinished response: from where, and how much of it had arrived. */
export interface Midway {
  endpoint: string;
  /** Body bytes before decoding. */
  receivedBytes: number;
  /** From `content-length`, `null` when it is absent. */
  expectedBytes: number | null;
}

const amount = ({ receivedBytes, expectedBytes }: Midway) =>
  expectedBytes === null
    ? `after ${formatCount(receivedBytes)} bytes`
    : `after ${formatCount(receivedBytes)} of ${formatCount(expectedBytes)} bytes`;

/**
 * Returns what broke a response whose status line had arrived. `wasReset` distinguishes a reset from an orderly close.
 */
export function brokenResponse(thrown: unknown, wasReset: boolean, midway: Midway): Failure {
  if (codeOf(thrown).startsWith('HPE_')) return protocolFault(thrown, midway.endpoint, 'answered').failure;
  return wasReset
    ? failure('reset', `${midway.endpoint} reset the connection during the response, ${amount(midway)}.`, {
        effect: 'arrived-kept',
        hint: sendForRest,
        retryable: true,
      })
    : failure(
        'truncated',
        `${midway.endpoint} closed the connection before the response was complete, ${amount(midway)}.`,
        {
          effect: 'arrived-kept',
          hint: sendForRest,
          retryable: true,
        },
      );
}

export function idleTimeout(midway: Midway, limitMs: number, slept: boolean): Failure {
  const why = slept ? 'This computer slept, and then no data arrived' : `No data arrived for ${seconds(limitMs)}`;
  return failure('idle-timeout', `${why} from ${midway.endpoint}, ${amount(midway)}.`, {
    effect: 'arrived-kept',
    hint: sendForRest,
    retryable: true,
  });
}

/** @param limitMs for the content alone. */
export const stalled = (endpoint: string, { bytesMs }: Silence, limitMs: number): Failure =>
  failure(
    'stalled',
    `${endpoint} sent only keep-alives for ${seconds(limitMs)}, and no part of the reply. The last byte arrived ${seconds(bytesMs)} ago.`,
    {
      effect: 'arrived-kept',
      hint: sendForRest,
      retryable: true,
    },
  );

export const undecodable = (endpoint: string, problem: string): Failure =>
  failure('encoding', `The response from ${endpoint} ${problem}.`, {
    effect: 'arrived-kept',
    hint: 'Add the header Accept-Encoding: identity and send again.',
    retryable: true,
  });

export const tooLarge = (endpoint: string, wireBytes: number, limitBytes: number): Failure =>
  failure(
    'too-large',
    `The response from ${endpoint} exceeded ${mebibytes(limitBytes)} (${formatCount(wireBytes)} bytes received), so Patchbay stopped reading.`,
    { effect: 'arrived-kept', hint: 'Ask for less.' },
  );

const mebibytes = (bytes: number) =>
  bytes >= 1024 ** 2 ? `${Math.round(bytes / 1024 ** 2)} MiB` : `${formatCount(bytes)} bytes`;

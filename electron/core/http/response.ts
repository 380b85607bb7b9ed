import type { Buffer } from 'node:buffer';
import type http from 'node:http';
import type { Failure } from '#shared/protocol/failure.ts';
import type { Clock } from '../ports.ts';
import { codingProblem, codingsOf, decode } from './decode.ts';
import { brokenResponse, codeOf, idleTimeout, type Midway, tooLarge, undecodable } from './network-failure.ts';
import { pull, release } from './pull.ts';
import { Watchdog } from './watchdog.ts';

/**
 * How the transport of a response ended. `complete`: its announced length or its last chunk arrived. `unchecked`: the
 * connection was closed and no length had been announced. `surplus`: it was complete, and bytes came after it.
 * `broken`: it ended early, for the given reason. `left`: the reader stopped reading.
 */
export type TransportEnding =
  | { kind: 'complete' | 'unchecked' | 'surplus' | 'left' }
  | { kind: 'broken'; failure: Failure };

/** A response whose head has arrived. */
export interface HttpResponse {
  status: number;
  statusText: string;
  httpVersion: string;
  /** As received: order, letter case and duplicates. */
  headers: [name: string, value: string][];
  /** False when the body cannot be decoded: its bytes are then as received. */
  decoded: boolean;
  /** Decoded bytes in pull order. Never throws; leaving it closes the connection. Check `ending` afterwards. */
  body: AsyncGenerator<Buffer, void, void>;
  ending(): TransportEnding;
  /** Ends the body with a failure, at once; what arrived before is still yielded. */
  stop(failure: Failure): void;
  /** Closes the connection when the body is not wanted, or not anymore. Does nothing after the end. */
  close(): void;
}

export interface ResponseInput {
  outgoing: http.ClientRequest;
  incoming: http.IncomingMessage;
  endpoint: string;
  clock: Clock;
  idleMs: number;
  maxBodyBytes: number;
  onFirstByte(): void;
  /** The body is over, in whatever way. */
  onOver(): void;
}

/** How large a decoded response may be whatever its compressed size, and how many times that size when it is larger. */
const unpackedBytes = 128 * 1024 ** 2;
const unpackedTimes = 200;
/** A stream may last forever, but not come out of a few bytes: text compresses to a tenth, a bomb to a thousandth. */
const unpackedLimit = (wireBytes: number) => Math.max(unpackedBytes, wireBytes * unpackedTimes);

/** Wraps an incoming Node response. `stop` ends its body with a failure, at once. */
export function openResponse(input: ResponseInput): { response: HttpResponse; stop: (failure: Failure) => void } {
  const { outgoing, incoming, endpoint, clock, idleMs, maxBodyBytes } = input;
  const headers = pairsOf(incoming.rawHeaders);
  const announced = headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1];
  const isChunked = incoming.headers['transfer-encoding'] !== undefined;
  const midway: Midway = {
    endpoint,
    receivedBytes: 0,
    expectedBytes: announced === undefined ? null : Number(announced),
  };
  let ending: TransportEnding | null = null;
  let firstError: unknown = null;
  let wasReset = false;
  let isStopped = false;
  let isOver = false;

  outgoing.on('error', (thrown) => {
    firstError ??= thrown;
  });
  const onReset = () => {
    wasReset = true;
  };
  // Saved now: Node detaches it from the response when the connection goes back to the pool.
  const { socket } = incoming;
  socket.once('error', onReset);
  // Runs after the parser, which copies what it passes on: the buffer of the network is no longer needed.
  socket.on('data', release);

  /** Also ends what is still being decoded after all bytes of the transport have arrived. */
  function stop(failure: Failure): void {
    if (isOver) return;
    isStopped = true;
    if (ending?.kind !== 'broken') ending = { kind: 'broken', failure };
    incoming.destroy();
  }

  const watchdog = new Watchdog(clock, (slept) => stop(idleTimeout(midway, idleMs, slept)));

  /** Determines how the raw bytes ended, by what Node knows. */
  function closeTransport(): void {
    if (ending !== null) return;
    // Node considers a body that is delimited only by the end of its connection complete, even when that end is a
    // reset.
    const isCut = wasReset && announced === undefined && !isChunked && hasBody(incoming);
    if (!incoming.complete || isCut) ending = { kind: 'broken', failure: brokenResponse(firstError, wasReset, midway) };
    // Surplus bytes are parsed as the start of another response, which they are not.
    else if (codeOf(firstError).startsWith('HPE_')) ending = { kind: 'surplus' };
    else if (announced === undefined && !isChunked && hasBody(incoming)) ending = { kind: 'unchecked' };
    else ending = { kind: 'complete' };
  }

  async function* rawBody(): AsyncGenerator<Buffer, void, void> {
    watchdog.start(idleMs);
    for await (const bytes of pull(incoming, watchdog)) {
      if (midway.receivedBytes === 0) input.onFirstByte();
      midway.receivedBytes += bytes.length;
      yield bytes;
    }
    closeTransport();
  }

  const codings = codingsOf(headers);
  const unknown = codingProblem(codings);
  const decoding = unknown === null && codings.length > 0 ? decode(rawBody(), codings) : null;

  async function* body(): AsyncGenerator<Buffer, void, void> {
    let bodyBytes = 0;
    try {
      for await (const bytes of decoding?.body ?? rawBody()) {
        if (isStopped && decoding !== null) return;
        bodyBytes += bytes.length;
        const limitBytes = Math.min(maxBodyBytes, unpackedLimit(midway.receivedBytes));
        if (bodyBytes > limitBytes) {
          stop(tooLarge(endpoint, midway.receivedBytes, limitBytes));
          return;
        }
        yield bytes;
      }
      const problem = unknown ?? decoding?.problem() ?? null;
      // A broken transport also leaves the decoder unfinished; then the transport is the reason.
      if (problem !== null && ending?.kind !== 'broken')
        ending = { kind: 'broken', failure: undecodable(endpoint, problem) };
    } finally {
      close();
    }
  }

  function close(): void {
    isOver = true;
    watchdog.stop();
    socket.off('error', onReset).off('data', release);
    ending ??= { kind: 'left' };
    // An unfinished upload or response makes the connection unusable for anything else.
    if (!incoming.readableEnded || !outgoing.writableFinished) outgoing.destroy();
    input.onOver();
  }

  return {
    stop,
    response: {
      status: incoming.statusCode ?? 0,
      statusText: incoming.statusMessage ?? '',
      httpVersion: incoming.httpVersion,
      headers,
      decoded: unknown === null,
      body: body(),
      ending: () => ending ?? { kind: 'left' },
      stop,
      close,
    },
  };
}

/** Returns headers in order and as received, from the flat list in which Node stores them. */
export function pairsOf(flat: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) pairs.push([flat[at] as string, flat[at + 1] as string]);
  return pairs;
}

const hasBody = ({ statusCode }: http.IncomingMessage) => statusCode !== 204 && statusCode !== 304;

import { once } from 'node:events';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { IncomingRequest } from '../incoming-request.ts';
import { isStreamed, type Reply, type Step, written } from './reply.ts';

/** How long written bytes may take to arrive before a reset discards them. */
const settleMs = 30;
/** How long the rest of an upload is read and discarded after an early response, so that the client can read it. */
const lingerMs = 1000;

/**
 * Plays a reply onto the connection: at the current pace, no faster than the client reads, and no further once the
 * client has disconnected. Resolves when nothing more will be written.
 */
export async function play(reply: Reply, incoming: IncomingRequest): Promise<void> {
  const { response, signal, record } = incoming;
  try {
    if (reply.delayMs) await setTimeout(reply.delayMs, undefined, { signal });
    const open = (): ResponseSink => {
      record.response.status = reply.status;
      return reply.isBare ? socketSink(incoming) : httpSink(reply, incoming);
    };
    // A stream sends its headers immediately; a response that is not streamed sends them when it is ready.
    let sink = isStreamed(reply) ? open() : null;
    for await (const step of paced(reply, incoming)) {
      sink ??= open();
      if (step.do === 'hang' && !signal.aborted) await once(signal, 'abort');
      if (signal.aborted) return;
      if (step.do === 'wait') await setTimeout(step.ms, undefined, { signal });
      else if (step.do === 'raw') await sink.write(step.bytes);
      else if (step.do === 'close' || step.do === 'reset') return await breakConnection(step.do, incoming);
    }
    sink ??= open();
    await sink.end();
    record.response.state = 'complete';
  } catch (error) {
    // A client may disconnect, which is no error of the response; anything else must surface.
    if (!signal.aborted && !response.destroyed) throw error;
  }
}

async function* paced(reply: Reply, incoming: IncomingRequest): AsyncGenerator<Step> {
  const waitFor = createPace(incoming.gateway.pace, incoming.signal);
  for (const step of written(reply)) {
    if (step.do === 'raw') await waitFor(step.tokens ?? 0, reply.form === 'json');
    yield step;
  }
}

interface ResponseSink {
  /** Resolves when the client is ready for more. */
  write(bytes: string | Uint8Array): Promise<void>;
  end(): Promise<void>;
}

function httpSink(reply: Reply, incoming: IncomingRequest): ResponseSink {
  const { request, response, signal, record } = incoming;
  const length = knownLength(reply);
  response.writeHead(reply.status, length === null ? reply.headers : { ...reply.headers, 'content-length': length });
  response.flushHeaders();
  return {
    async write(bytes) {
      if (bytes.length === 0) return;
      record.response.bytes += Buffer.byteLength(bytes);
      if (!response.write(bytes)) await once(response, 'drain', { signal });
    },
    async end() {
      if (!request.complete) await linger(incoming);
      response.end();
      if (!request.complete) response.socket?.destroySoon();
    },
  };
}

/** Returns the length only for a reply that is not streamed and known as a whole; everything else is chunked. */
function knownLength(reply: Reply): number | null {
  const { steps } = reply;
  if (reply.form !== 'json' || !Array.isArray(steps) || 'content-length' in reply.headers || reply.status === 204)
    return null;
  if (steps.some((step: Step) => step.do !== 'send' && step.do !== 'raw')) return null;
  const pieces = [...written(reply)];
  return pieces.reduce((sum, step) => sum + (step.do === 'raw' ? Buffer.byteLength(step.bytes) : 0), 0);
}

/** Reads the rest of a request so that closing does not reset the connection under an unread response. */
async function linger({ request, content, signal }: IncomingRequest): Promise<void> {
  content.discard();
  const waited = AbortSignal.timeout(lingerMs);
  await once(request, 'end', { signal: AbortSignal.any([signal, waited]) }).catch(() => undefined);
}

function socketSink({ request, signal, record }: IncomingRequest): ResponseSink {
  const { socket } = request;
  return {
    async write(bytes) {
      record.response.bytes += Buffer.byteLength(bytes);
      if (!socket.write(bytes)) await once(socket, 'drain', { signal });
    },
    async end() {
      socket.destroySoon();
    },
  };
}

async function breakConnection(how: 'close' | 'reset', { request, record }: IncomingRequest): Promise<void> {
  record.response.state = 'broken-off';
  await setTimeout(settleMs);
  if (how === 'reset') request.socket.resetAndDestroy();
  else request.socket.destroySoon();
}

/** Longest delay of a response that is not streamed. */
const longestWholeMs = 3000;
/** Timers are no finer than this; shorter waits add up until they are worth one. */
const shortestWaitMs = 4;

/**
 * Creates a function that waits as long as generating some tokens takes. The pace may change while a response plays.
 * After a slow read by the client, the lost time is not made up in a burst. At pace 0 it only yields to other work.
 */
export function createPace(
  tokensPerSecond: () => number,
  signal: AbortSignal,
): (tokens: number, isWhole: boolean) => Promise<void> {
  let dueAt = performance.now();
  let steps = 0;
  return async (tokens, isWhole) => {
    const pace = tokensPerSecond();
    const now = performance.now();
    if (pace > 0 && tokens > 0) {
      const costMs = (tokens * 1000) / pace;
      dueAt = Math.max(dueAt, now - 50) + (isWhole ? Math.min(longestWholeMs, costMs) : costMs);
      if (dueAt - now >= shortestWaitMs) return setTimeout(dueAt - now, undefined, { signal });
    }
    if (++steps % 64 === 0) await setImmediate(undefined, { signal });
  };
}

import { Buffer } from 'node:buffer';
import { onTestFinished } from 'vitest';
import type { Part } from '#shared/protocol/part.ts';
import { type Bench, chatBody, never, startBench } from '../../../../support/exchange/bench.ts';
import { delta, done, finish } from '../../../../support/exchange/chat-wire.ts';
import {
  chunk,
  chunkedHead,
  lastChunk,
  type Received,
  type RecordingServer,
  startRecordingServer,
} from '../../../../support/exchange/wire-server.ts';

/** A server with scripted responses and a core's exchanges beside it, until the end of the test. */
export async function setUp(
  answer: (request: Received) => unknown,
  change: Parameters<typeof startBench>[1] = {},
): Promise<{ server: RecordingServer; bench: Bench; handlers: Bench['exchanges']['handlers'] }> {
  const server = await startRecordingServer(answer);
  onTestFinished(() => server.close());
  const bench = startBench(server.url, change);
  onTestFinished(() => bench.close());
  return { server, bench, handlers: bench.exchanges.handlers };
}

export const callContext = { signal: never };
export const stream = { body: chatBody({ stream: true }) };

/** A stream that continues when the test says so. */
export function pausedResponse() {
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const answer = async ({ socket }: Received) => {
    socket.write(chunkedHead() + chunk(delta('first ')));
    begun.resolve();
    await gate.promise;
    socket.write(Buffer.concat([chunk(delta('second') + finish + done), Buffer.from(lastChunk)]));
  };
  return { answer, begun: begun.promise, resume: gate.resolve };
}

/** Reads a run until some text has arrived; leaves the loop if `leave` is set. */
export async function untilText(parts: AsyncIterable<Part>): Promise<string> {
  let id = '';
  for await (const part of parts) {
    if (part.type === 'run-start') id = part.exchangeId;
    if (part.type === 'text-delta') break;
  }
  return id;
}

/** Progress depends on the speed of the run. */
export const withoutTimes = (parts: Part[]) => parts.filter(({ type }) => type !== 'progress');

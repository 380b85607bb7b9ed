import { Buffer } from 'node:buffer';
import { onTestFinished } from 'vitest';
import type { NetworkFault } from '#core/http/network-failure.ts';
import { joinSegments, type RequestBody } from '#core/http/request-body.ts';
import type { HttpResponse } from '#core/http/response.ts';
import { type Mark, type OutgoingRequest, send, type TrafficBytes } from '#core/http/send.ts';
import { SocketPool } from '#core/http/socket-pool.ts';
import { systemClock } from '#core/ports.ts';
import { type Received, type RecordingServer, startRecordingServer } from '../../../../support/exchange/wire-server.ts';

export const limits = { connectMs: 5000, headersMs: 5000, idleMs: 5000, totalMs: null };

export async function serve(response: (request: Received) => unknown): Promise<RecordingServer> {
  const server = await startRecordingServer(response);
  onTestFinished(() => server.close());
  return server;
}

export const bytesBody = (bytes: Uint8Array): RequestBody => joinSegments([{ kind: 'bytes', bytes }]);

export interface Sent {
  answer: HttpResponse | null;
  fault: NetworkFault | null;
  bytes: Buffer;
  marks: Mark[];
  wire: () => TrafficBytes;
  pool: SocketPool;
}

export async function sendTo(
  server: Pick<RecordingServer, 'port'>,
  change: Partial<OutgoingRequest> = {},
  { pool = new SocketPool(systemClock), signal = new AbortController().signal } = {},
): Promise<Sent> {
  onTestFinished(() => pool.close());
  const marks: Mark[] = [];
  let wire = (): TrafficBytes => ({ sent: 0, received: 0 });
  const body = change.body === undefined ? bytesBody(Buffer.from('{}')) : change.body;
  const outcome = await send(
    {
      method: 'POST',
      target: '/v1/x',
      to: { host: '127.0.0.1', port: server.port, secure: false, proxy: null, extraCa: [] },
      headers: [
        ['Host', `127.0.0.1:${server.port}`],
        ['X-Case', 'Kept'],
        ['Content-Length', String(body?.sizeBytes ?? 0)],
      ],
      deadlines: limits,
      fresh: false,
      maxBodyBytes: 64 * 1024 ** 2,
      ...change,
      body,
    },
    {
      pool,
      clock: systemClock,
      signal,
      mark: (what) => marks.push(what),
      onConnected: (wireBytes) => {
        wire = wireBytes;
      },
      onSent() {},
    },
  );
  if ('failure' in outcome) return { answer: null, fault: outcome, bytes: Buffer.alloc(0), marks, wire, pool };
  const pieces: Buffer[] = [];
  for await (const piece of outcome.body) pieces.push(piece);
  return { answer: outcome, fault: null, bytes: Buffer.concat(pieces), marks, wire, pool };
}

/** Sends a GET and leaves reading the response to the test. */
export async function openTo(
  server: Pick<RecordingServer, 'port'>,
  { maxBodyBytes = 1e9 } = {},
): Promise<{ answer: HttpResponse }> {
  const pool = new SocketPool(systemClock);
  onTestFinished(() => pool.close());
  const outcome = await send(
    {
      method: 'GET',
      target: '/',
      to: { host: '127.0.0.1', port: server.port, secure: false, proxy: null, extraCa: [] },
      headers: [['Host', 'x']],
      body: null,
      deadlines: limits,
      fresh: false,
      maxBodyBytes,
    },
    { pool, clock: systemClock, signal: new AbortController().signal, mark() {}, onConnected() {}, onSent() {} },
  );
  if ('failure' in outcome) throw new Error(outcome.failure.message);
  return { answer: outcome };
}

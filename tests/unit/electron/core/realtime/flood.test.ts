import { EventEmitter } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { openRealtime } from '../../../../support/realtime/bench.ts';

/** A short text frame as a server sends it. */
const frame = (text: string): Buffer => Buffer.concat([Buffer.of(0x81, text.length), Buffer.from(text)]);

test('a flood of tiny frames, each of another type, leaves turns of the event loop to everything else', async () => {
  const count = 3000;
  const flood = Buffer.concat(
    Array.from({ length: count }, (_, at) => frame(JSON.stringify({ type: `made.up.${at}.delta`, delta: 'x' }))),
  );
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  let isUpdated = false;
  let connection: Socket | undefined;
  server.on('connection', (socket: Socket) => {
    connection = socket;
  });
  sockets.on('connection', (socket) => {
    socket.send(JSON.stringify({ type: 'session.created', session: { type: 'realtime' } }));
    socket.on('message', () => {
      if (!isUpdated) socket.send(JSON.stringify({ type: 'session.updated', session: { type: 'realtime' } }));
      isUpdated = true;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    sockets.close();
    server.closeAllConnections();
    server.close();
  });
  const bench = await openRealtime(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const session = await bench.open({ settings: { output: 'text' } });
  await session.live();

  const perTurn = new Map<number, number>();
  vi.spyOn(WebSocket.prototype, 'emit').mockImplementation(function (this: WebSocket, name: string | symbol, ...more) {
    const turn = performance.nodeTiming.uvMetricsInfo.loopCount;
    if (name === 'message') perTurn.set(turn, (perTurn.get(turn) ?? 0) + 1);
    return EventEmitter.prototype.emit.call(this, name, ...more);
  });
  connection?.write(flood);
  await vi.waitFor(() => expect(session.parts.length).toBeGreaterThan(count), { timeout: 60_000, interval: 50 });
  vi.restoreAllMocks();
  expect(Math.max(...perTurn.values())).toBe(1);
});

import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { openWave } from '#core/realtime/audio/open-wave.ts';
import { bombs, falseWave, mebibyte, patient } from '../../support/bombs.ts';
import { startBench } from '../../support/exchange/bench.ts';
import { completion } from '../../support/exchange/chat-wire.ts';
import { json, startRecordingServer } from '../../support/exchange/wire-server.ts';
import { openRealtime } from '../../support/realtime/bench.ts';
import { stored } from '../electron/core/realtime/wav-files.ts';

test.each(bombs.filter(({ isLong }) => !isLong))(
  '$name: it ends with a named failure, and the next request works',
  async ({ draft = {}, answer, code }) => {
    let isCalm = false;
    const server = await startRecordingServer(({ socket }) =>
      isCalm ? socket.write(json(completion('Well.'))) : answer(socket),
    );
    onTestFinished(() => server.close());
    const bench = startBench(server.url, { deadlines: () => patient });
    onTestFinished(() => bench.close());
    const { end, parts } = await bench.run(draft);
    expect(end.error?.code ?? null).toBe(code);
    if (code !== null) expect(end.error).toMatchObject({ message: expect.any(String), hint: expect.any(String) });
    for (const { bytes } of bench.made.values()) expect(bytes.length).toBeLessThan(8 * mebibyte);
    expect(JSON.stringify(parts).length).toBeLessThan(32 * mebibyte);
    isCalm = true;
    expect((await bench.run()).text).toBe('Well.');
  },
  120_000,
);

test('a WAV is as long as its bytes and as fast as a recording, whatever its header claims', async () => {
  expect(await openWave(stored(falseWave()))).toMatchObject({ totalMs: 1000 });
  const slow = falseWave();
  slow.writeUInt32LE(1, 24);
  expect(await openWave(stored(slow))).toMatchObject({ code: 'unsupported-media' });
});

/** A gateway that opens a session and then sends what no session contains. */
async function openHostileSession(act: (socket: WebSocket) => unknown) {
  const server = createServer();
  const sockets = new WebSocketServer({ server, perMessageDeflate: true });
  sockets.on('connection', (socket) => {
    socket.on('error', () => {});
    act(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate();
    server.close();
  });
  const bench = await openRealtime(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return bench.open({ reconnect: false });
}

test('a message in 200,000 fragments does not grow without bound', async () => {
  const session = await openHostileSession((socket) => {
    const piece = Buffer.alloc(128, 'x');
    for (let count = 0; count < 200_000; count += 1) socket.send(piece, { binary: false, fin: false });
  });
  expect(await session.ended()).toMatchObject({ state: 'failed', failure: { message: expect.any(String) } });
});

test('a message of 200 MB is rejected, and compression, which would hide it, is not negotiated', async () => {
  let offered = '';
  const session = await openHostileSession((socket) => {
    offered = socket.extensions;
    socket.send(Buffer.alloc(200_000_000, ' '), { binary: false });
  });
  expect(await session.ended()).toMatchObject({ state: 'failed', failure: { message: expect.any(String) } });
  expect(offered).toBe('');
});

// Sends audio and waits for the echo, in its own process: pieces.ts <bare|core> <seconds> <port>

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { WebSocket } from 'ws';
import { createCore } from '#core/index.ts';
import { contract } from '#shared/contract/index.ts';
import { connect } from '#shared/rpc/connect.ts';
import { serve } from '#shared/rpc/serve.ts';
import { createPair } from '#shared/rpc/transport.ts';
import { createHostServices } from '../../support/core/create-host-services.ts';

export interface Measured {
  /** Of each chunk, in order, in milliseconds. */
  times: number[];
  /** Peak memory of each quarter, in megabytes. */
  memory: number[];
}

const everyMs = 20;
const [way, seconds = '', port = ''] = process.argv.slice(2);
const pieces = (Number(seconds) * 1000) / everyMs;
const audio = Buffer.alloc(everyMs * 48, 1).toString('base64');

/** Sends the chunks on schedule; `onPiece` must be called for each echoed one, in order. */
async function measure(send: () => void, listen: (onPiece: () => void) => void): Promise<Measured> {
  const sentAt: number[] = [];
  const times: number[] = [];
  const memory = [0, 0, 0, 0];
  const over = Promise.withResolvers<void>();
  listen(() => {
    times.push(performance.now() - (sentAt[times.length] as number));
    if (times.length === pieces) over.resolve();
  });
  const began = performance.now();
  const timer = setInterval(() => {
    const due = Math.min(pieces, Math.floor((performance.now() - began) / everyMs));
    while (sentAt.length < due) {
      sentAt.push(performance.now());
      send();
    }
    const quarter = Math.min(3, Math.floor((4 * sentAt.length) / pieces));
    memory[quarter] = Math.max(memory[quarter] as number, process.memoryUsage().rss / 1e6);
  }, everyMs / 4);
  await over.promise;
  clearInterval(timer);
  return { times, memory };
}

async function overBareSocket(): Promise<Measured> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false });
  await once(socket, 'message');
  const event = `{"type":"input_audio_buffer.append","audio":"${audio}"}`;
  const measured = await measure(
    () => socket.send(event),
    (onPiece) => socket.on('message', onPiece),
  );
  socket.terminate();
  return measured;
}

async function throughCore(): Promise<Measured> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'patchbay-bench-'));
  const core = await createCore(createHostServices({ dataFolder: folder }));
  const [clientPort, serverPort] = createPair();
  serve(contract, core.handlers, serverPort);
  const client = connect(contract, clientPort);
  const address = `http://127.0.0.1:${port}`;
  const { id: connectionId } = await client.connections.save({ name: 'Echo', baseAddress: address });
  const { id } = await client.realtime.start({ connectionId, model: 'echo' });
  const session = client.realtime.attach({ id });
  const live = Promise.withResolvers<void>();
  let onPiece = () => {};
  void (async () => {
    for await (const part of session) {
      if (part.type === 'stage' && part.stage === 'live') live.resolve();
      if (part.type === 'audio') onPiece();
    }
  })();
  await live.promise;
  const measured = await measure(
    () => session.push({ kind: 'audio', base64: audio }),
    (hear) => {
      onPiece = hear;
    },
  );
  session.push({ kind: 'end' });
  await core.close();
  rmSync(folder, { recursive: true, force: true });
  return measured;
}

process.send?.(await (way === 'core' ? throughCore() : overBareSocket()), () => process.exit());

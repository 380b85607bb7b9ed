/**
 * What a session costs on the way: 50 pieces of sound a second in each direction, through the wire of a page, the core,
 * its record and its tracks, to a gateway that gives them back at once; held against the same over a bare WebSocket at
 * the same time.
 * Lasts 15 seconds, with `--long` ten minutes.
 *
 * Goals: the added latency is at most 20 ms for 99 of 100 pieces, its middle moves by at most 2 ms from the first to the
 * last tenth, and memory grows by at most 48 MB after the first quarter.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { WebSocket } from 'ws';
import { createCore } from '#core/index.ts';
import { contract } from '#shared/contract/index.ts';
import { connect } from '#shared/wire/connect.ts';
import { createPair } from '#shared/wire/pair.ts';
import { serve } from '#shared/wire/serve.ts';
import { createHands } from '../../unit/electron/core/create-hands.ts';

const everyMs = 20;
const pieces = (process.argv.includes('--long') ? 600 : 15) * (1000 / everyMs);
const sound = Buffer.alloc(everyMs * 48, 1).toString('base64');

const echo = spawn(process.execPath, [path.join(import.meta.dirname, 'echo.ts')], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const port = Number(String(await once(echo.stdout, 'data').then(([data]) => data)));
const folder = mkdtempSync(path.join(os.tmpdir(), 'patchbay-bench-'));
process.on('exit', () => {
  echo.kill();
  rmSync(folder, { recursive: true, force: true });
});

interface Measured {
  /** Of each piece, in order, in milliseconds. */
  times: number[];
  /** Highest memory of each quarter, in megabytes. */
  memory: number[];
}

/** Sends the pieces at their times; `onPiece` of the way has to be called for each that comes back, in order. */
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
  const event = `{"type":"input_audio_buffer.append","audio":"${sound}"}`;
  const measured = await measure(
    () => socket.send(event),
    (onPiece) => socket.on('message', onPiece),
  );
  socket.terminate();
  return measured;
}

async function throughCore(): Promise<Measured> {
  const core = await createCore(createHands({ dataFolder: folder }));
  const [asker, answerer] = createPair();
  serve(contract, core.handlers, answerer);
  const client = connect(contract, asker);
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
    () => session.push({ kind: 'audio', base64: sound }),
    (hear) => {
      onPiece = hear;
    },
  );
  session.push({ kind: 'end' });
  await core.close();
  return measured;
}

const at = (times: readonly number[], share: number): number =>
  times.toSorted((first, second) => first - second)[Math.floor((times.length - 1) * share)] as number;

let missed = 0;
function report(what: string, value: number, goal: number, unit: string): void {
  const isMet = value <= goal;
  if (!isMet) missed += 1;
  console.log(
    `${isMet ? 'met   ' : 'MISSED'}  ${what.padEnd(52)} ${value.toFixed(2).padStart(8)} ${unit}  (goal ${goal} ${unit})`,
  );
}

const [bare, core] = await Promise.all([overBareSocket(), throughCore()]);
const tenth = Math.floor(pieces / 10);
for (const [name, { times }] of [
  ['bare', bare],
  ['core', core],
] as const)
  console.log(
    `        ${name}: median ${at(times, 0.5).toFixed(2)} ms, p99 ${at(times, 0.99).toFixed(2)} ms, longest ${at(times, 1).toFixed(2)} ms`,
  );
report('added latency, 99 of 100 pieces', at(core.times, 0.99) - at(bare.times, 0.99), 20, 'ms');
report(
  'drift of the middle, last tenth against first',
  at(core.times.slice(-tenth), 0.5) - at(core.times.slice(0, tenth), 0.5),
  2,
  'ms',
);
report('memory after the first quarter', Math.max(...core.memory.slice(1)) - (core.memory[0] as number), 48, 'MB');
process.exit(missed === 0 ? 0 : 1);

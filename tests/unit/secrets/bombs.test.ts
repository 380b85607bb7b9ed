import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import zlib from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { FailureCode } from '#shared/routes/failure.ts';
import { chatBody, startBench } from '../electron/core/exchange/bench.ts';
import { completion } from '../electron/core/exchange/chat-wire.ts';
import { chunk, chunkedHead, json, lastChunk, respond, startWireServer } from '../electron/core/exchange/wire-server.ts';
import { openRealtime } from '../electron/core/realtime/bench.ts';

const mebibyte = 1024 ** 2;
const patient = { connectMs: 30_000, headersMs: 30_000, idleMs: 30_000, totalMs: null };

const gigabyteOf = (piece: Buffer) => {
  const gzip = zlib.gzipSync(piece);
  // Members of one gzip stream follow each other, so a gigabyte is written in a moment.
  return Buffer.concat(Array.from({ length: Math.ceil((1024 * mebibyte) / piece.length) }, () => gzip));
};

/** The head of a picture that says how large it would be on a screen; a decoder would need ten gigabytes for it. */
function hugePicture(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(50_000, 0);
  header.writeUInt32BE(50_000, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const part = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(zlib.crc32(named), 4);
    return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
  };
  const rows = zlib.deflateSync(Buffer.alloc(4 * mebibyte));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    part('IHDR', header),
    part('IDAT', rows),
    part('IEND', Buffer.alloc(0)),
  ]);
}

/** Sound that says it is four gigabytes long, and is a second. */
function falseWave(): Buffer {
  const wave = Buffer.alloc(44 + 16_000);
  wave.write('RIFF', 0);
  wave.writeUInt32LE(0xff_ff_ff_ff, 4);
  wave.write('WAVEfmt ', 8);
  wave.writeUInt32LE(16, 16);
  wave.writeUInt16LE(1, 20);
  wave.writeUInt16LE(1, 22);
  wave.writeUInt32LE(8000, 24);
  wave.writeUInt32LE(16_000, 28);
  wave.writeUInt16LE(2, 32);
  wave.writeUInt16LE(16, 34);
  wave.write('data', 36);
  wave.writeUInt32LE(0xff_ff_ff_f0, 40);
  return wave;
}

/** Writes pieces as fast as they are taken, and stops when the other side has left. */
async function pour(socket: Socket, head: string, piece: Buffer, times: number): Promise<void> {
  socket.write(head);
  for (let count = 0; count < times && !socket.destroyed; count += 1)
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
  if (!socket.destroyed) socket.write(lastChunk);
}

const million = 1_000_000;
const keys = () => `{${Array.from({ length: million }, (_, at) => `"k${at}":${at}`).join()}}`;
const deep = `${'['.repeat(million)}${']'.repeat(million)}`;
const picture = { kind: 'json' as const, text: '{"model":"m","prompt":"x"}' };
const speech = { kind: 'json' as const, text: '{"model":"m","input":"x","voice":"v"}' };
const eventStream = { 'content-type': 'text/event-stream' };

interface Bomb {
  name: string;
  draft?: Partial<DraftInput>;
  answer: (socket: Socket) => unknown;
  /** The failure that has to be named; `null` for what is harmless once it is not believed. */
  code: FailureCode | null;
}

const bombs: Bomb[] = [
  {
    name: 'a gigabyte in a megabyte of gzip',
    answer: (socket) => socket.write(respond(200, { 'content-encoding': 'gzip' }, gigabyteOf(Buffer.alloc(16 * mebibyte)))),
    code: 'too-large',
  },
  {
    name: 'a gigabyte of gzip as a stream',
    draft: { body: chatBody({ stream: true }) },
    answer: (socket) =>
      socket.write(respond(200, { ...eventStream, 'content-encoding': 'gzip' }, gigabyteOf(Buffer.alloc(16 * mebibyte, 'x')))),
    code: 'too-large',
  },
  {
    name: 'six codings over each other',
    answer: (socket) =>
      socket.write(respond(200, { 'content-encoding': Array(6).fill('gzip').join(', ') }, zlib.gzipSync('{}'))),
    code: 'encoding',
  },
  {
    name: '500 MB of JSON',
    answer: (socket) => pour(socket, `${chunkedHead('application/json')}`, chunk('{"a":[1,2,3]},'.repeat(300_000)), 120),
    code: 'too-large',
  },
  {
    name: 'JSON a million levels deep',
    answer: (socket) => socket.write(respond(200, { 'content-type': 'application/json' }, `{"choices":${deep}}`)),
    code: 'wrong-shape',
  },
  {
    name: 'an object with a million keys',
    answer: (socket) => socket.write(respond(200, { 'content-type': 'application/json' }, keys())),
    code: 'wrong-shape',
  },
  {
    name: 'a message that is an object with a million keys',
    answer: (socket) => {
      const body = JSON.stringify(completion()).replace('"Hello"', keys());
      socket.write(respond(200, { 'content-type': 'application/json' }, body));
    },
    code: null,
  },
  {
    name: 'a line of 64 MiB in a stream',
    draft: { body: chatBody({ stream: true }) },
    answer: (socket) => pour(socket, `${chunkedHead()}${chunk('data: {"choices":"')}`, chunk('x'.repeat(mebibyte)), 64),
    code: 'too-large',
  },
  {
    name: 'a picture of 50,000 by 50,000',
    draft: { routeId: 'images.generations', body: picture },
    answer: (socket) => socket.write(json({ created: 1, data: [{ b64_json: hugePicture().toString('base64') }] })),
    code: null,
  },
  {
    name: 'a WAV that says it is 4 GiB long',
    draft: { routeId: 'audio.speech', body: speech },
    answer: (socket) => socket.write(respond(200, { 'content-type': 'audio/wav' }, falseWave())),
    code: null,
  },
];

test.each(bombs)('A26: $name ends with a name, and the next request works', async ({ draft = {}, answer, code }) => {
  let isCalm = false;
  const server = await startWireServer(({ socket }) => (isCalm ? socket.write(json(completion('Well.'))) : answer(socket)));
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
});

test('A26: the length of a WAV is that of its bytes, not the one it claims', async () => {
  const server = await startWireServer(({ socket }) => socket.write(respond(200, { 'content-type': 'audio/wav' }, falseWave())));
  onTestFinished(() => server.close());
  const bench = startBench(server.url);
  onTestFinished(() => bench.close());
  await bench.run({ routeId: 'audio.speech', body: speech });
  const [made] = bench.made.values();
  expect(made?.bytes.readUInt32LE(40)).toBe(16_000);
  expect(made?.bytes.readUInt32LE(4)).toBe(36 + 16_000);
});

/** A gateway that opens a session and then sends what no session holds. */
async function openHostileSession(act: (socket: import('ws').WebSocket) => unknown) {
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

test('A26: a message in 200,000 pieces does not grow without bound', async () => {
  const session = await openHostileSession((socket) => {
    const piece = Buffer.alloc(128, 'x');
    for (let count = 0; count < 200_000; count += 1) socket.send(piece, { binary: false, fin: false });
  });
  expect(await session.ended()).toMatchObject({ state: 'failed', failure: { message: expect.any(String) } });
});

test('A26: a message of 200 MB is refused, and compression, which would hide it, is not taken', async () => {
  let offered = '';
  const session = await openHostileSession((socket) => {
    offered = socket.extensions;
    socket.send(Buffer.alloc(200_000_000, ' '), { binary: false });
  });
  expect(await session.ended()).toMatchObject({ state: 'failed', failure: { message: expect.any(String) } });
  expect(offered).toBe('');
});

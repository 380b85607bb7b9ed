import { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import zlib from 'node:zlib';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { FailureCode } from '#shared/protocol/failure.ts';
import { chatBody } from './exchange/bench.ts';
import { completion } from './exchange/chat-wire.ts';
import { chunk, chunkedHead, json, lastChunk, respond } from './exchange/wire-server.ts';

export const mebibyte = 1024 ** 2;
/** Deadlines that no bomb meets: a bomb must be stopped by its content. */
export const patient = { connectMs: 30_000, headersMs: 30_000, idleMs: 30_000, totalMs: null };

/** A gigabyte of one character as gzip: the same block repeatedly, which is generated quickly and takes a megabyte. */
function gigabyteOf(sign: string): Buffer {
  const block = zlib.deflateRawSync(Buffer.alloc(16 * mebibyte, sign), { finishFlush: zlib.constants.Z_FULL_FLUSH });
  const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
  return Buffer.concat([head, ...Array.from({ length: 64 }, () => block)]);
}

/** The header of an image that announces its size on screen; a decoder would need ten gigabytes for it. */
function hugeImage(): Buffer {
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

/** Audio that claims to be four gigabytes long, and is a second. */
export function falseWave(): Buffer {
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

/** Writes the same chunk repeatedly, as fast as it is accepted, until the other side disconnects. */
function pour(socket: Socket, head: Buffer | string, piece: Buffer, times: number): void {
  socket.write(head);
  const pieces = Readable.from([...Array(times).fill(piece), Buffer.from(lastChunk)], { highWaterMark: 1 });
  socket.on('close', () => pieces.destroy());
  pieces.pipe(socket, { end: false });
}

const million = 1_000_000;
const keys = () => `{${Array.from({ length: million }, (_, at) => `"k${at}":${at}`).join()}}`;
const deep = `${'['.repeat(million)}${']'.repeat(million)}`;
const image = { kind: 'json' as const, text: '{"model":"m","prompt":"x"}' };
export const speech = { kind: 'json' as const, text: '{"model":"m","input":"x","voice":"v"}' };
const eventStream = { 'content-type': 'text/event-stream' };

/** A response that would take all memory, all time or all space if it were trusted. */
export interface Bomb {
  name: string;
  draft?: Partial<DraftInput>;
  answer: (socket: Socket) => unknown;
  /** The failure that must be named; `null` for input that is harmless once it is not trusted. */
  code: FailureCode | null;
  /** Run only by the bombs bar: a smaller one of its kind has its own test. */
  isLong?: true;
}

export const bombs: readonly Bomb[] = [
  {
    name: 'a gigabyte in a megabyte of gzip',
    answer: (socket) => socket.write(respond(200, { 'content-encoding': 'gzip' }, gigabyteOf(' '))),
    code: 'too-large',
  },
  {
    name: 'a gigabyte of gzip as a stream',
    draft: { body: chatBody({ stream: true }) },
    answer: (socket) => socket.write(respond(200, { ...eventStream, 'content-encoding': 'gzip' }, gigabyteOf('x'))),
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
    answer: (socket) => pour(socket, chunkedHead('application/json'), chunk('{"a":[1,2,3]},'.repeat(300_000)), 120),
    code: 'too-large',
  },
  {
    name: 'JSON a million levels deep',
    answer: (socket) => socket.write(respond(200, { 'content-type': 'application/json' }, `{"choices":${deep}}`)),
    code: 'too-large',
  },
  {
    name: 'an object with a million keys where words belong',
    answer: (socket) => {
      const body = JSON.stringify(completion()).replace('"Hello"', keys());
      socket.write(respond(200, { 'content-type': 'application/json' }, body));
    },
    code: null,
    isLong: true,
  },
  {
    name: 'a line of 64 MiB in a stream',
    draft: { body: chatBody({ stream: true }) },
    answer: (socket) =>
      pour(socket, chunkedHead() + chunk('data: {"choices":"').toString(), chunk('x'.repeat(mebibyte)), 64),
    code: 'too-large',
  },
  {
    name: 'a picture of 50,000 by 50,000',
    draft: { routeId: 'images.generations', body: image },
    answer: (socket) => socket.write(json({ created: 1, data: [{ b64_json: hugeImage().toString('base64') }] })),
    code: null,
  },
  {
    name: 'a WAV that says it is 4 GiB long',
    draft: { routeId: 'audio.speech', body: speech },
    answer: (socket) => socket.write(respond(200, { 'content-type': 'audio/wav' }, falseWave())),
    code: null,
  },
];

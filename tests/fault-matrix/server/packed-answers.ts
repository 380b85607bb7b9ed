import { Buffer } from 'node:buffer';
import zlib from 'node:zlib';
import type { Fault, FaultWire } from './fault-wire.ts';

const mebibyte = 1024 * 1024;

/** As a whole, under the name of an encoding. */
const packed = (wire: FaultWire, coding: string, bytes: Uint8Array, meant: string | Uint8Array = bytes) =>
  wire.answer(bytes, { 'content-encoding': coding }, { meant });

/** JSON or an event that continues in blanks forever: it compresses a thousandfold. */
const endless = (wire: FaultWire, bytes: number): Buffer =>
  Buffer.concat([Buffer.from(wire.speech.kind === 'sse' ? 'data: {"choices":' : '{"text":'), Buffer.alloc(bytes, ' ')]);

/** Rows 12, 14 and 15: endless growth, and encodings that cannot be decoded. */
export const packedResponses = {
  /** One event past its limit, after good ones. */
  giantEvent(wire) {
    wire.speakHalf();
    wire.piece(endless(wire, 33 * mebibyte));
  },
  /** Exceeds the limit for one document, in few bytes on the wire. */
  bomb(wire) {
    const meant = endless(wire, 130 * mebibyte);
    packed(wire, 'gzip', zlib.gzipSync(meant, { level: 1 }), meant);
  },

  /** The same for a stream, whose good events come first. */
  bombEvent(wire) {
    const meant = Buffer.concat([Buffer.from(wire.speech.half), endless(wire, 40 * mebibyte)]);
    packed(wire, 'gzip', zlib.gzipSync(meant, { level: 1 }), meant);
  },

  corruptGzip(wire) {
    const bytes = zlib.gzipSync(wire.speech.whole);
    bytes.fill(0xff, 12, 20);
    packed(wire, 'gzip', bytes, '');
  },
  cutGzip(wire) {
    const bytes = zlib.gzipSync(wire.speech.whole);
    packed(wire, 'gzip', bytes.subarray(0, -12), wire.speech.whole);
  },
  /** The last bytes of the encoding are missing, but all text is there. */
  async cutGzipStream(wire) {
    const gzip = zlib.createGzip();
    gzip.write(wire.speech.half);
    await new Promise<void>((resolve) => gzip.flush(() => resolve()));
    wire.begin('content-encoding: gzip\r\n');
    wire.piece(gzip.read() as Buffer, wire.speech.half);
    wire.end();
  },
  notGzip: (wire) => packed(wire, 'gzip', Buffer.from(wire.speech.whole), ''),
  unknownCoding: (wire) => packed(wire, 'rot13', Buffer.from(wire.speech.whole)),
  fourCodings: (wire) => packed(wire, 'gzip, gzip, gzip, gzip', Buffer.from(wire.speech.whole)),
} satisfies Record<string, Fault>;

import { Buffer } from 'node:buffer';
import { finish } from '../../support/exchange/chat-wire.ts';
import { respond } from '../../support/exchange/wire-server.ts';
import type { Fault, FaultWire } from './fault-wire.ts';

/** Everything written has been read before the connection closes, so that all of it must be stored. */
async function thenReset(wire: FaultWire): Promise<void> {
  await wire.wasRead();
  wire.socket.resetAndDestroy();
}

/** A response with a wrong length. */
function announce(wire: FaultWire, length: number, body: string, seen = body): void {
  wire.note(seen);
  const headers = { 'content-type': wire.speech.type, 'content-length': String(length) };
  wire.socket.write(respond(200, headers, body));
}

const plainHead = (type: string) => `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\n\r\n`;

/** Rows 7 to 9, 30 and 32: connections that break, wrong lengths, bytes that are not HTTP. */
export const brokenResponses = {
  resetBeforeAnswer: ({ socket }) => socket.resetAndDestroy(),
  closeBeforeAnswer: ({ socket }) => socket.end(),
  /** After some of the request, and before the rest of it. */
  resetWhileSending({ socket }) {
    let received = 0;
    socket.on('data', (bytes) => {
      received += bytes.length;
      if (received > 1024 * 1024) socket.resetAndDestroy();
    });
  },
  closeWithinHead: (wire) => wire.socket.write('HTTP/1.1 200 OK\r\ncontent-ty', () => wire.socket.destroy()),

  async resetMidBody(wire) {
    wire.speakHalf();
    await thenReset(wire);
  },
  async closeMidBody(wire) {
    wire.speakHalf();
    await wire.wasRead();
    wire.socket.end();
  },
  /** All that matters had arrived. */
  async resetAfterFinish(wire) {
    wire.begin();
    wire.piece(wire.speech.half + finish);
    await thenReset(wire);
  },

  /** No length and no chunks: the close is the end. */
  closeAfterWhole(wire) {
    wire.note(wire.speech.whole);
    wire.socket.end(plainHead(wire.speech.type) + wire.speech.whole);
  },
  closeAfterHalf(wire) {
    wire.note(wire.speech.half);
    wire.socket.end(plainHead(wire.speech.type) + wire.speech.half);
  },
  endWithoutTerminal(wire) {
    wire.speakHalf();
    wire.end();
  },
  doneWithoutFinish(wire) {
    wire.begin();
    wire.piece(`${wire.speech.half}data: [DONE]\n\n`);
    wire.end();
  },
  finishWithoutDone(wire) {
    wire.begin();
    wire.piece(wire.speech.half + finish);
    wire.end();
  },

  async lengthTooLong(wire) {
    announce(wire, 9000, wire.speech.whole);
    await wire.wasRead();
    wire.socket.end();
  },
  async lengthTooLongHalf(wire) {
    announce(wire, 9000, wire.speech.half);
    await wire.wasRead();
    wire.socket.end();
  },
  lengthTooShort: (wire) => announce(wire, wire.speech.half.length, wire.speech.whole, wire.speech.half),
  surplusBytes: (wire) => announce(wire, wire.speech.whole.length, `${wire.speech.whole}\n\nmore`, wire.speech.whole),

  bothLengths: ({ socket }) =>
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'),
  badHeader: ({ socket }) => socket.write('HTTP/1.1 200 OK\r\nbad header\u0000: 1\r\n\r\n'),
  giantHeaders: ({ socket }) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`),
  notHttp: ({ socket }) => socket.write('SSH-2.0-OpenSSH_9.6\r\n'),
  tlsAlert: ({ socket }) => socket.write(Buffer.from([0x15, 3, 1, 0, 2, 2, 70])),
  upgraded: ({ socket }) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n'),
  /** Only for a connection that was used before. */
  closesKeptConnection: (wire) => (wire.request.earlier === 0 ? wire.speak() : wire.socket.destroy()),
  async damagedChunk(wire) {
    wire.speakHalf();
    await wire.wasRead();
    wire.socket.write('zz\r\n');
  },
} satisfies Record<string, Fault>;

import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type net from 'node:net';
import type tls from 'node:tls';
import { type Received, type RecordingServer, startRecordingServer } from '../exchange/wire-server.ts';
import { gatewayName } from './doors.ts';
import { answerForName, type NameAnswer } from './host-names.ts';

/** A frame as the gateway received it, unmasked. */
export interface GotFrame {
  op: 'text' | 'binary' | 'close' | 'ping' | 'pong';
  data: Buffer;
}

/** One WebSocket on the gateway's side: a test writes the output, byte for byte where it wants. */
export interface GatewaySocket {
  request: Received;
  socket: net.Socket;
  got: GotFrame[];
  /** Payloads of the text frames that were sent. */
  sent: string[];
  /** From now on it answers nothing, including pings. */
  isDead: boolean;
  /** One text frame. */
  say(text: string): void;
  event(event: Record<string, unknown>): void;
  /** A close frame, empty for `null`, and then the end of the connection. */
  close(code: number | null, reason?: string): void;
  /** Any frame; `first` is its first byte. */
  frame(first: number, payload: Uint8Array): void;
}

/** What a gateway does with a handshake, and with what follows. */
export interface SessionPlay<G = SessionGateway> {
  /** `count` counts from 1. Without it the handshake is accepted. */
  handshake?(request: Received, count: number, gateway: G): unknown;
  /** The gateway sends no event by itself, neither `session.created` nor `session.updated`. */
  isSilent?: true;
  /** The socket is open; `session.created` was sent, and the settings are answered automatically. */
  onOpen?(socket: GatewaySocket, count: number, gateway: G): void;
  /** A frame arrived. */
  onFrame?(frame: GotFrame, socket: GatewaySocket, count: number, gateway: G): void;
}

export interface SessionGateway {
  port: number;
  sockets: GatewaySocket[];
  handshakes(): number;
  receivedBytes(): number;
  connections(): number;
  certify(options: tls.SecureContextOptions): void;
  name(answer: NameAnswer): void;
  down(): Promise<void>;
  up(): Promise<void>;
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** A gateway that serves sessions on bare sockets. */
export async function startSessionGateway(play: SessionPlay, secure?: tls.TlsOptions): Promise<SessionGateway> {
  let count = 0;
  let earlierBytes = 0;
  const sockets: GatewaySocket[] = [];
  const answer = (request: Received) => {
    count += 1;
    const now = count;
    if (play.handshake && play.handshake(request, now, gateway) !== accepted) return;
    sockets.push(accept(request, play, now, gateway));
  };
  let server: RecordingServer | null = await startRecordingServer(answer, secure);
  const { port } = server;
  const name = answerForName(gatewayName, '127.0.0.1');
  const down = async () => {
    const ending = server;
    server = null;
    earlierBytes += ending?.receivedBytes() ?? 0;
    await ending?.close();
  };
  const gateway: SessionGateway = {
    port,
    sockets,
    handshakes: () => count,
    receivedBytes: () => earlierBytes + (server?.receivedBytes() ?? 0),
    connections: () => server?.connections() ?? 0,
    certify: (options) => server?.certify(options),
    name,
    down,
    async up() {
      server ??= await startRecordingServer(answer, secure, port);
    },
    idle: async () => server?.idle(),
    async close() {
      name(null);
      await down();
    },
  };
  return gateway;
}

/** Return value of `handshake` for a handshake that is accepted after all. */
export const accepted = Symbol('accepted');

/** Accepts a handshake, and plays the gateway's part from then on. */
export function accept<G>(request: Received, play: SessionPlay<G>, count: number, gateway: G): GatewaySocket {
  const { socket } = request;
  const key = request.headers.find(([name]) => name.toLowerCase() === 'sec-websocket-key')?.[1] ?? '';
  const proof = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${proof}\r\n\r\n`,
  );
  const one: GatewaySocket = {
    request,
    socket,
    got: [],
    sent: [],
    isDead: false,
    say(text) {
      one.sent.push(text);
      one.frame(0x81, Buffer.from(text));
    },
    event: (event) => one.say(JSON.stringify(event)),
    close(code, reason = '') {
      const head = code === null ? Buffer.alloc(0) : Buffer.from([code >> 8, code & 0xff]);
      one.frame(0x88, Buffer.concat([head, Buffer.from(reason)]));
      socket.end();
    },
    frame(first, payload) {
      const size = payload.length;
      const head = Buffer.alloc(size < 126 ? 2 : size < 65_536 ? 4 : 10);
      head[0] = first;
      head[1] = size < 126 ? size : size < 65_536 ? 126 : 127;
      if (size >= 65_536) head.writeBigUInt64BE(BigInt(size), 2);
      else if (size >= 126) head.writeUInt16BE(size, 2);
      if (!socket.destroyed) socket.write(Buffer.concat([head, payload]));
    },
  };
  const take = (frame: GotFrame) => {
    one.got.push(frame);
    if (one.isDead) return;
    if (frame.op === 'ping') one.frame(0x8a, frame.data);
    if (frame.op === 'close') {
      one.frame(0x88, frame.data);
      socket.end();
    }
    if (!play.isSilent && frame.op === 'text' && String(frame.data).includes('"session.update"'))
      one.event({ type: 'session.updated', session: { type: 'realtime' } });
    play.onFrame?.(frame, one, count, gateway);
  };
  socket.removeAllListeners('data');
  socket.on('data', readFrames(take));
  if (!play.isSilent) one.event({ type: 'session.created', session: { type: 'realtime', id: `sess_${count}` } });
  play.onOpen?.(one, count, gateway);
  return one;
}

const names: Readonly<Record<number, GotFrame['op']>> = { 1: 'text', 2: 'binary', 8: 'close', 9: 'ping', 10: 'pong' };

/** Splits the frames of a client, which arrive complete and masked. */
function readFrames(take: (frame: GotFrame) => void): (bytes: Buffer) => void {
  let held = Buffer.alloc(0);
  return (bytes) => {
    held = Buffer.concat([held, bytes]);
    for (;;) {
      if (held.length < 2) return;
      const short = (held[1] as number) & 0x7f;
      const at = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (held.length < at + 4) return;
      const size = short < 126 ? short : short === 126 ? held.readUInt16BE(2) : Number(held.readBigUInt64BE(2));
      if (held.length < at + 4 + size) return;
      const mask = held.subarray(at, at + 4);
      const data = Buffer.from(held.subarray(at + 4, at + 4 + size));
      for (let index = 0; index < size; index += 1) data[index] = (data[index] as number) ^ (mask[index % 4] as number);
      const op = names[(held[0] as number) & 0x0f];
      held = held.subarray(at + 4 + size);
      if (op) take({ op, data });
    }
  };
}

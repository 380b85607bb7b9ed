import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { closeCodes, welcomeText } from '#shared/rpc/greeting.ts';
import { socketTransport } from '#shared/rpc/socket.ts';
import type { Transport } from '#shared/rpc/transport.ts';
import type { AccessToken } from './access-token.ts';

/** Limits that apply before the token is checked. */
const helloMs = 2000;
const helloLimitBytes = 4096;
/** Maximum number of connections: one user's windows, including terminals. */
const transportLimit = 64;
/** A body of 200 MB may be sent as JSON text, whose escaping makes it longer. */
const messageLimitBytes = 256 * 1024 ** 2;
const heartbeatMs = 30_000;

export interface WebSocketServerHost {
  /** Takes over a connection that passed the request guard and requests `/wire`. */
  enter(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): void;
}

/**
 * Creates the server that turns WebSockets into transports. The first frame must be a hello with the token, within
 * two seconds and four kilobytes; nothing is sent before it. The server alone limits how many clients try at the same
 * time: a limit here could be filled by guessing, and would lock out the page that knows the token. A client without
 * a pong for a minute is disconnected.
 *
 * @param onTransport receives the transport of each page that sent the token; it ends with its page.
 * @param strict reject what JSON cannot represent, for development.
 */
export function createWebSocketServer(
  accessToken: AccessToken,
  onTransport: (transport: Transport) => void,
  strict = false,
): WebSocketServerHost {
  const server = new WebSocketServer({ noServer: true, maxPayload: messageLimitBytes, perMessageDeflate: false });
  let transports = 0;

  const welcome = (socket: WebSocket) => {
    transports += 1;
    socket.on('close', () => {
      transports -= 1;
    });
    keepAlive(socket);
    socket.send(welcomeText);
    onTransport(socketTransport(socket, { strict }));
  };

  const greet = (socket: WebSocket, raw: Duplex) => {
    const late = setTimeout(() => socket.terminate(), helloMs);
    let received = 0;
    // The server's size limit is for admitted clients; before that, raw bytes are counted.
    const count = (chunk: Buffer) => {
      received += chunk.length;
      if (received > helloLimitBytes) socket.terminate();
    };
    raw.on('data', count);
    socket.on('error', () => {});
    socket.on('close', () => clearTimeout(late));
    const admit = async (hello: unknown) => {
      socket.pause();
      const isGood = await accessToken.check(hello);
      socket.resume();
      if (socket.readyState !== socket.OPEN) return;
      // Both limits still apply to a refused client: it may ignore the close.
      if (!isGood) return socket.close(closeCodes.notWelcome);
      if (transports >= transportLimit) return socket.close(closeCodes.tooMany);
      clearTimeout(late);
      raw.off('data', count);
      welcome(socket);
    };
    socket.once('message', (data, isBinary) => {
      admit(isBinary ? undefined : readHello(String(data))).catch(() => socket.terminate());
    });
  };

  return {
    enter(request, socket, head) {
      server.handleUpgrade(request, socket, head, (accepted) => greet(accepted, socket));
    },
    close() {
      for (const socket of server.clients) {
        socket.close(closeCodes.goingAway, 'Patchbay has stopped.');
        // A page that never confirms the close would keep the process alive.
        setTimeout(() => socket.terminate(), 1000).unref();
      }
      server.close();
    },
  };
}

function readHello(text: string): unknown {
  try {
    const hello = JSON.parse(text) as { kind?: unknown; token?: unknown } | null;
    return hello?.kind === 'hello' ? hello.token : undefined;
  } catch {
    return undefined;
  }
}

/** TCP does not report a peer that vanished: a sleeping laptop, a dead tunnel. */
function keepAlive(socket: WebSocket): void {
  let isAlive = true;
  const beat = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, heartbeatMs).unref();
  socket.on('pong', () => {
    isAlive = true;
  });
  socket.on('close', () => clearInterval(beat));
}

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from '#core/http/node-http.ts';
import { type Core, contract } from '#shared/contract/index.ts';
import { serve } from '#shared/rpc/serve.ts';
import type { PageSource } from '../hosting/built-page.ts';
import type { FileStore } from '../hosting/file-store.ts';
import { guard, refuse, refuseSocket } from '../hosting/guard-headers.ts';
import { sendFile } from '../hosting/send-file.ts';
import { createAccessToken } from './access-token.ts';
import { type ClientAddress, createClientCheck } from './client-address.ts';
import type { FileLinks } from './file-links.ts';
import { createUploads } from './receive-upload.ts';
import { createRequestGuard } from './request-guard.ts';
import { createWebSocketServer } from './websocket-server.ts';

/** Far more than one user opens, and far fewer than the descriptors that a process may have (1,024). */
const connectionLimit = 512;

export interface LoopbackParts {
  handlers: Core;
  files: FileStore;
  links: FileLinks;
  page: PageSource;
  /** Default: any free one, so that nothing a browser stored for another program applies to this one. */
  port?: number;
  /** Called, at most every ten seconds, with the number of wrong tokens since. */
  onIntruder?: (count: number) => void;
  /** Development: refuse messages that JSON would change. */
  strict?: boolean;
}

export interface Loopback {
  /** What the user opens: `http://127.0.0.1:PORT/#token=...`. Valid until `close`. */
  readonly address: string;
  readonly port: number;
  /** An address that leads there once, within a minute, and may appear on a command line. */
  launchAddress(): string;
  /** Closes every connection, which aborts its work, and the port. */
  close(): Promise<void>;
}

/**
 * The browser host: serves the page and its RPC on 127.0.0.1 only, to the user who started it only.
 *
 * @throws when the port is taken.
 */
export async function startLoopback(parts: LoopbackParts): Promise<Loopback> {
  const { handlers, files, links, page } = parts;
  const accessToken = createAccessToken(countIntruders(parts.onIntruder));
  const launches = createLaunches();
  const upload = createUploads(files, accessToken);
  const webSocketServer = createWebSocketServer(accessToken, (wire) => serve(contract, handlers, wire), parts.strict);
  const clientOf = createClientCheck();
  const peers = new WeakMap<Socket, Promise<ClientAddress>>();
  let isFirstPage = true;

  const server = createServer({
    // The request guard responds to these itself, with the security headers.
    requireHostHeader: false,
    maxHeaderSize: 16 * 1024,
    headersTimeout: 10_000,
    // An upload may be slow; a stalled one has its own timeout.
    requestTimeout: 0,
    connectionsCheckingInterval: 2000,
  });
  server.maxConnections = connectionLimit;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(parts.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const requestGuard = createRequestGuard(port);
  const origin = `http://127.0.0.1:${port}`;
  const address = `${origin}/#token=${accessToken.token}`;

  const answerPage = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/' && isFirstPage) {
      // Whatever another program left in the browser under this port, a service worker above all.
      response.setHeader('clear-site-data', '"storage"');
      isFirstPage = false;
    }
    if (!(await page.answer(request, response))) refuse(response, 404, 'There is nothing here.');
  };

  const answer = async (name: RouteName | null, request: IncomingMessage, response: ServerResponse) => {
    const target = request.url ?? '';
    switch (name) {
      case 'upload':
        return upload(request, response);
      case 'file': {
        const id = links.read(target);
        return id === null ? refuse(response, 404, 'This link has ended.') : sendFile(request, response, files, id);
      }
      case 'launch': {
        const code = target.slice('/?launch='.length);
        response.setHeader('location', launches.redeem(code) ? `/#token=${accessToken.token}` : '/');
        response.statusCode = 303;
        response.end();
        return;
      }
      case 'page':
      case 'asset':
        return answerPage(request, response);
      default:
        return refuse(response, 405, 'Nothing here answers that method.');
    }
  };

  const enter = async (request: IncomingMessage, response: ServerResponse) => {
    guard(response);
    const refusal = requestGuard(request, false);
    if (refusal) return refuse(response, refusal.status, refusal.reason);
    const name = findRoute(request.method === 'POST' ? 'POST' : 'GET', request.url ?? '');
    const isPublic = name === 'asset' && page.hasPublicAssets;
    if (!isPublic && (await peers.get(request.socket)) !== 'own') return;
    await answer(name, request, response);
  };
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    enter(request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'Patchbay could not answer that.');
    });
  };

  // One connection serves many requests and has one owner. A refused one is closed, whether or not it sends a request.
  server.on('connection', (socket: Socket) => {
    const looking = clientOf(socket);
    peers.set(socket, looking);
    void looking.then((client) => {
      if (client !== 'own') refuseSocket(socket, ...strangers[client]);
    });
  });
  server.on('request', onRequest);
  // Without these two, Node responds itself, before the request guard and without the security headers.
  server.on('checkContinue', onRequest);
  server.on('checkExpectation', onRequest);
  server.on('upgrade', (request, socket: Socket, head) => {
    const admit = async () => {
      const refusal = requestGuard(request, true);
      if (refusal) return refuseSocket(socket, refusal.status, refusal.reason);
      if ((await peers.get(socket)) !== 'own') return;
      if (findRoute('upgrade', request.url ?? '') === 'wire') webSocketServer.enter(request, socket, head);
      else if (!page.upgrade?.(request, socket, head)) refuseSocket(socket, 404, 'There is nothing here.');
    };
    socket.on('error', () => {});
    admit().catch(() => socket.destroy());
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else if (error.code === 'HPE_HEADER_OVERFLOW') refuseSocket(socket, 431, 'Those headers are too long.');
    else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') refuseSocket(socket, 408, 'That took too long.');
    else refuseSocket(socket, 400, 'That is no request.');
  });

  return {
    address,
    port,
    launchAddress: () => `${origin}/?launch=${launches.issue()}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      webSocketServer.close();
      const cut = setTimeout(() => server.closeAllConnections(), 1000).unref();
      server.closeIdleConnections();
      await page.close?.();
      await closed;
      clearTimeout(cut);
    },
  };
}

const strangers: Readonly<Record<Exclude<ClientAddress, 'own'>, [status: number, reason: string]>> = {
  other: [403, 'Another user started this Patchbay.'],
  unknown: [503, 'Patchbay could not read whose connection this is. Try again.'],
};

/** Guessing must not fill the log. */
function countIntruders(notify: (count: number) => void = () => {}): () => void {
  let count = 0;
  let isQuiet = false;
  return () => {
    count += 1;
    if (isQuiet) return;
    isQuiet = true;
    notify(count);
    count = 0;
    setTimeout(() => {
      isQuiet = false;
    }, 10_000).unref();
  };
}

/** What somebody has to show, beside passing the gate, before a route does anything for him. */
type Need = 'token' | 'signed link' | 'launch code' | 'nothing';

export type RouteName = 'upload' | 'file' | 'launch' | 'page' | 'asset' | 'wire';

interface Route {
  name: RouteName;
  kind: 'GET' | 'POST' | 'upgrade';
  target: RegExp;
  needs: Need;
}

/**
 * Everything that can be asked for on this server; the first row that fits answers. `GET` stands for HEAD as well. The
 * page holds no secret: whoever has only the page has nothing.
 */
export const routes: readonly Route[] = [
  { name: 'upload', kind: 'POST', target: /^\/files(\?|$)/, needs: 'token' },
  { name: 'file', kind: 'GET', target: /^\/files\//, needs: 'signed link' },
  { name: 'launch', kind: 'GET', target: /^\/\?launch=[\w-]+$/, needs: 'launch code' },
  { name: 'page', kind: 'GET', target: /^\/(\?|$)/, needs: 'nothing' },
  { name: 'asset', kind: 'GET', target: /^\//, needs: 'nothing' },
  { name: 'wire', kind: 'upgrade', target: /^\/wire$/, needs: 'token' },
];

/** The route of a request, or `null` when there is none. */
export const findRoute = (kind: Route['kind'], target: string): RouteName | null =>
  routes.find((route) => route.kind === kind && route.target.test(target))?.name ?? null;

const validMs = 60_000;

/** Codes with which this program opens its own page in a browser. */
interface Launches {
  issue(): string;
  /** True once, within a minute. */
  redeem(code: string): boolean;
}

/**
 * What opens the browser is a command line, and those can be read by every user of the computer. So the token does not
 * stand there but a code that is worthless after its first use; the server answers it with the address that holds the
 * token.
 */
export function createLaunches(now: () => number = () => performance.now()): Launches {
  const issuedAt = new Map<string, number>();
  return {
    issue() {
      const code = randomBytes(32).toString('base64url');
      issuedAt.set(code, now());
      return code;
    },
    redeem(code) {
      const at = issuedAt.get(code);
      issuedAt.delete(code);
      return at !== undefined && now() - at <= validMs;
    },
  };
}

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from '#core/http/node-http.ts';
import { type Core, contract } from '#shared/contract/index.ts';
import { diagramFramePath } from '#shared/diagram-frame.ts';
import { serve } from '#shared/rpc/serve.ts';
import { type PageSource, themeOf } from '../hosting/built-page.ts';
import { diagramFrame } from '../hosting/diagram-frame.ts';
import type { FileStore } from '../hosting/file-store.ts';
import { guard, refuse, refuseSocket } from '../hosting/guard-headers.ts';
import { sendFile } from '../hosting/send-file.ts';
import { createAccessToken } from './access-token.ts';
import { type ClientAddress, createClientCheck } from './client-address.ts';
import type { FileLinks } from './file-links.ts';
import { createUploads } from './receive-upload.ts';
import { createRequestGuard } from './request-guard.ts';
import { createWebSocketServer } from './websocket-server.ts';

/** Far more than one user opens, and far below the descriptor limit of a process (1,024). */
const connectionLimit = 512;

export interface LoopbackParts {
  handlers: Core;
  files: FileStore;
  links: FileLinks;
  page: PageSource;
  /** Default: any free port, so that nothing a browser stored for another program applies to this one. */
  port?: number;
  /** Called at most every ten seconds, with the number of wrong tokens since the last call. */
  onIntruder?: (count: number) => void;
  /** Development: reject messages that JSON would change. */
  strict?: boolean;
}

export interface Loopback {
  /** The address the user opens: `http://127.0.0.1:PORT/#token=...`. Valid until `close`. */
  readonly address: string;
  readonly port: number;
  /** Returns an address that leads there once, within a minute, and is safe to pass on a command line. */
  launchAddress(): string;
  /** Closes the port and every connection, which aborts their work. */
  close(): Promise<void>;
}

/**
 * Starts the browser host: serves the page and its RPC on 127.0.0.1 only, and only to the user who started it.
 *
 * @throws when the port is taken.
 */
export async function startLoopback(parts: LoopbackParts): Promise<Loopback> {
  const { handlers, files, links, page } = parts;
  const accessToken = createAccessToken(countIntruders(parts.onIntruder));
  const launches = createLaunches();
  const upload = createUploads(files, accessToken);
  const webSocketServer = createWebSocketServer(
    accessToken,
    (transport) => serve(contract, handlers, transport),
    parts.strict,
  );
  const theme = themeOf(handlers);
  const clientOf = createClientCheck();
  const peers = new WeakMap<Socket, Promise<ClientAddress>>();
  let isFirstPage = true;

  const server = createServer({
    // The request guard sends these responses itself, with the security headers.
    requireHostHeader: false,
    maxHeaderSize: 16 * 1024,
    headersTimeout: 10_000,
    // An upload may be slow; a stalled upload has its own timeout.
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

  const servePage = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/' && isFirstPage) {
      // Clears what another program left in the browser under this port, a service worker above all.
      response.setHeader('clear-site-data', '"storage"');
      isFirstPage = false;
    }
    if (!(await page.answer(request, response, theme))) refuse(response, 404, 'Not found.');
  };

  const answer = async (name: RouteName | null, request: IncomingMessage, response: ServerResponse) => {
    const target = request.url ?? '';
    switch (name) {
      case 'upload':
        return upload(request, response);
      case 'file': {
        const id = links.read(target);
        return id === null ? refuse(response, 404, 'This link has expired.') : sendFile(request, response, files, id);
      }
      case 'launch': {
        const code = target.slice('/?launch='.length);
        response.setHeader('location', launches.redeem(code) ? `/#token=${accessToken.token}` : '/');
        response.statusCode = 303;
        response.end();
        return;
      }
      case 'diagram': {
        const { html, headers } = diagramFrame();
        response.setHeaders(new Map(Object.entries(headers)));
        response.end(request.method === 'HEAD' ? undefined : html);
        return;
      }
      case 'page':
      case 'asset':
        return servePage(request, response);
      default:
        return refuse(response, 405, 'Method not allowed.');
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
      else refuse(response, 500, 'Patchbay could not handle the request.');
    });
  };

  // One connection serves many requests and has one owner. A refused connection is closed, whether or not it sends a
  // request.
  server.on('connection', (socket: Socket) => {
    const lookup = clientOf(socket);
    peers.set(socket, lookup);
    void lookup.then((client) => {
      if (client !== 'own') refuseSocket(socket, ...refusedClients[client]);
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
      else if (!page.upgrade?.(request, socket, head)) refuseSocket(socket, 404, 'Not found.');
    };
    socket.on('error', () => {});
    admit().catch(() => socket.destroy());
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else if (error.code === 'HPE_HEADER_OVERFLOW') refuseSocket(socket, 431, 'The request headers are too long.');
    else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') refuseSocket(socket, 408, 'The request took too long.');
    else refuseSocket(socket, 400, 'Bad request.');
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

const refusedClients: Readonly<Record<Exclude<ClientAddress, 'own'>, [status: number, reason: string]>> = {
  other: [403, 'Another user started this Patchbay.'],
  unknown: [503, 'Patchbay could not verify who opened this connection. Try again.'],
};

/** Limits log entries: token guessing must not fill the log. */
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

/** What a client must present, besides passing the request guard, before a route does anything for it. */
type Need = 'token' | 'signed link' | 'launch code' | 'nothing';

export type RouteName = 'upload' | 'file' | 'launch' | 'page' | 'diagram' | 'asset' | 'wire';

interface Route {
  name: RouteName;
  kind: 'GET' | 'POST' | 'upgrade';
  target: RegExp;
  needs: Need;
}

/**
 * Every route of this server; the first matching row wins. `GET` includes HEAD. The page contains no secret: having
 * only the page grants nothing.
 */
export const routes: readonly Route[] = [
  { name: 'upload', kind: 'POST', target: /^\/files(\?|$)/, needs: 'token' },
  { name: 'file', kind: 'GET', target: /^\/files\//, needs: 'signed link' },
  { name: 'launch', kind: 'GET', target: /^\/\?launch=[\w-]+$/, needs: 'launch code' },
  { name: 'page', kind: 'GET', target: /^\/(\?|$)/, needs: 'nothing' },
  { name: 'diagram', kind: 'GET', target: new RegExp(`^${diagramFramePath}$`), needs: 'nothing' },
  { name: 'asset', kind: 'GET', target: /^\//, needs: 'nothing' },
  { name: 'wire', kind: 'upgrade', target: /^\/wire$/, needs: 'token' },
];

/** Returns the route of a request, or `null` when there is none. */
export const findRoute = (kind: Route['kind'], target: string): RouteName | null =>
  routes.find((route) => route.kind === kind && route.target.test(target))?.name ?? null;

const validMs = 60_000;

/** One-time codes with which this program opens its own page in a browser. */
interface Launches {
  issue(): string;
  /** Returns true once, within a minute. */
  redeem(code: string): boolean;
}

/**
 * Creates the launch codes. The browser is opened by a command line, which every user of the computer can read. So
 * the command line contains not the token but a code that is worthless after its first use; the server redirects it
 * to the address with the token.
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

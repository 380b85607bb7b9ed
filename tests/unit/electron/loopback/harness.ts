import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach } from 'vitest';
import { WebSocket } from 'ws';
import type { Core } from '#shared/contract/index.ts';
import { AppError, failure } from '#shared/routes/failure.ts';
import { openBuiltPage } from '../../../../electron/loopback/built-page.ts';
import { createFileLinks } from '../../../../electron/loopback/file-links.ts';
import type { FileStore } from '../../../../electron/loopback/file-store.ts';
import { type Loopback, type LoopbackParts, startLoopback } from '../../../../electron/loopback/serve.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});
/** Runs after the test, last first. */
export const later = (step: () => unknown): unknown => undo.push(step);

/** A built page with the things that must not be served lying about. */
async function makePage(): Promise<string> {
  const top = await mkdtemp(path.join(os.tmpdir(), 'patchbay-page-'));
  later(() => rm(top, { recursive: true }));
  const folder = path.join(top, 'renderer');
  await mkdir(path.join(folder, 'assets/.git'), { recursive: true });
  const html =
    '<!doctype html><meta property="csp-nonce" nonce="__CSP_NONCE__"><script type="module" nonce="__CSP_NONCE__" src="./assets/app.js"></script><p id="out">';
  await Promise.all([
    writeFile(path.join(folder, 'index.html'), html),
    writeFile(path.join(folder, 'assets/app.js'), 'globalThis.ran = true;'),
    writeFile(path.join(folder, 'assets/app.js.map'), '{}'),
    writeFile(path.join(folder, 'assets/.secret.js'), 'secret'),
    writeFile(path.join(folder, 'assets/.git/config.json'), 'secret'),
    writeFile(path.join(top, 'outside.js'), 'secret'),
    symlink(path.join(top, 'outside.js'), path.join(folder, 'assets/link.js')),
  ]);
  return folder;
}

/** Files in memory, by id. */
function createStore(): FileStore & { kept: Map<string, Buffer>; begun: Promise<void> } {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const kept = new Map<string, Buffer>();
  const refs = new Map<string, { id: string; name: string; type: string; sizeBytes: number }>();
  return {
    kept,
    begun,
    async open(id) {
      const bytes = kept.get(id);
      const ref = refs.get(id);
      if (!bytes || !ref) return null;
      return {
        ref,
        async *stream(start, end) {
          for (let at = start; at <= end; at += 1000) yield bytes.subarray(at, Math.min(end + 1, at + 1000));
        },
      };
    },
    async admit(file, bytes) {
      if (file.sizeBytes > 4e9) throw new AppError(failure('too-large', 'The file is too large.'));
      const pieces: Uint8Array[] = [];
      for await (const piece of bytes) {
        begin();
        if (String(piece) === 'full') throw new AppError(failure('storage', 'The disk is full.'));
        pieces.push(piece);
      }
      const whole = Buffer.concat(pieces);
      if (whole.length !== file.sizeBytes) throw new AppError(failure('storage', 'The file ended early.'));
      const ref = { ...file, id: `f${kept.size + 1}` };
      kept.set(ref.id, whole);
      refs.set(ref.id, ref);
      return ref;
    },
  };
}

/** Counts what reaches the core. */
function createHandlers() {
  const seen = { calls: 0, aborted: 0 };
  const handlers = {
    host: {
      info: () => {
        seen.calls += 1;
        return { name: 'browser', version: '1' };
      },
      async *changes(_input: unknown, { signal }: { signal: AbortSignal }) {
        seen.calls += 1;
        yield { area: 'host' };
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        seen.aborted += 1;
      },
    },
  } as unknown as Core;
  return { handlers, seen };
}

export async function startHost(parts: Partial<LoopbackParts> = {}) {
  const links = createFileLinks();
  const files = createStore();
  const { handlers, seen } = createHandlers();
  const page = parts.page ?? (await openBuiltPage(await makePage()));
  const host: Loopback = await startLoopback({ handlers, files, links, strict: true, ...parts, page });
  later(() => host.close());
  const { port } = host;
  return { host, port, links, files, seen, token: host.address.split('#token=')[1] as string };
}

/** Sends bytes as they are and gives all that comes back until the server closes. */
export function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve(answer) : reject(error),
    );
    socket.write(text);
  });
}

/** One request on a connection of its own; `headers` replace or add to the defaults, `null` leaves one out. */
export function ask(
  port: number,
  target: string,
  headers: Record<string, string | null> = {},
  method = 'GET',
  body = '',
) {
  const all: Record<string, string | null> = { host: `127.0.0.1:${port}`, connection: 'close', ...headers };
  if (body) all['content-length'] = String(Buffer.byteLength(body));
  const lines = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}\r\n`]));
  return raw(port, `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);

export const upgradeHeaders = (port: number) => ({
  origin: `http://127.0.0.1:${port}`,
  upgrade: 'websocket',
  connection: 'Upgrade',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-version': '13',
});

/** A WebSocket to `/wire`, as the page opens it. */
export function openSocket(port: number, origin = `http://127.0.0.1:${port}`): WebSocket {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/wire`, { origin });
  socket.on('error', () => {});
  later(() => socket.terminate());
  return socket;
}

/** A connection that is left open. */
export async function openRaw(port: number, text = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  later(() => socket.destroy());
  await new Promise((resolve) => socket.once('connect', resolve));
  if (text) socket.write(text);
  return socket;
}

/** The only origin that a server on this port lets in. */
export const own = (port: number) => `http://127.0.0.1:${port}`;

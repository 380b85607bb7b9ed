import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

/** Builds the page as the app is built (React Compiler on, minified) and serves it on a free port of 127.0.0.1. */
export async function servePage(): Promise<{ url: string; close: () => void }> {
  const root = path.join(import.meta.dirname, 'page');
  const out = path.resolve(import.meta.dirname, '../../../build/bench/markdown');
  await build({
    root,
    base: './',
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [react({ compiler: true })],
    worker: { format: 'es' },
    build: {
      outDir: out,
      emptyOutDir: true,
      target: 'chrome140',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 4000,
    },
  });
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const name = new URL(request.url ?? '/', 'http://local').pathname;
    try {
      const body = await readFile(path.join(out, name === '/' ? 'index.html' : path.normalize(name)));
      response
        .writeHead(200, { 'content-type': types[path.extname(name === '/' ? '.html' : name)] ?? 'text/html' })
        .end(body);
    } catch {
      response.writeHead(404).end();
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { findChromium } from '../support/browser.ts';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};
const builds = path.resolve(import.meta.dirname, '../../build/bench');

/** Builds the page of a folder as the app is built (React Compiler on, minified). Returns the output folder. */
export async function buildPage(root: string): Promise<string> {
  const out = path.join(builds, path.basename(path.dirname(root)), path.basename(root));
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
  return out;
}

/** Serves a folder on a free port of 127.0.0.1, the page itself at `/`, all of it with the headers. */
export async function serveFolder(
  folder: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ url: string; close: () => void }> {
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '', 'http://local');
    const file = path.join(folder, pathname === '/' ? 'index.html' : path.normalize(pathname));
    if (!existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      ...headers,
      'content-type': types[path.extname(file)] ?? 'application/octet-stream',
      'cache-control': pathname === '/' ? 'no-store' : 'max-age=600',
    });
    createReadStream(file).pipe(response);
  };
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Builds a page and serves it. */
export const servePage = async (
  root: string,
  headers?: Readonly<Record<string, string>>,
): Promise<{ url: string; close: () => void }> => serveFolder(await buildPage(root), headers);

/** A browser without a graphics card and without a window. */
export async function openBrowser(): Promise<Browser> {
  const found = await findChromium();
  return chromium.launch({
    ...found,
    args: ['--no-sandbox', '--disable-gpu', '--enable-precise-memory-info', '--js-flags=--expose-gc'],
  });
}

/** A fresh page that throws on page errors. */
export async function openPage(browser: Browser, url: string, size = { width: 1280, height: 900 }): Promise<Page> {
  const context = await browser.newContext({ viewport: size });
  const page = await context.newPage();
  page.on('pageerror', (error) => {
    throw error;
  });
  await page.goto(url);
  return page;
}

/** CPU time of the page's main thread so far, in milliseconds: all of it, and that of scripts. Other load does not count. */
export async function readThreadTimes(page: Page): Promise<() => Promise<{ taskMs: number; scriptMs: number }>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const value = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000;
    return { taskMs: value('TaskDuration'), scriptMs: value('ScriptDuration') };
  };
}

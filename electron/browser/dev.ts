import { readFile } from 'node:fs/promises';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { createServer as createViteServer } from 'vite';
import { freshNonce, type PageSource, type ThemeSource, withTheme } from '../hosting/built-page.ts';
import { openVault } from '../hosting/keyring-vault.ts';
import { noncePlaceholder, pagePolicy } from '../hosting/page-policy.ts';
import { programVersion } from '../hosting/program-version.ts';
import { startBrowserHost } from './browser-host.ts';

/**
 * Serves the page from its sources, with hot reload, behind the same guard, port and policy as the built page. Only
 * Trusted Types are off, because Vite's error overlay writes HTML.
 *
 * @param root folder of the project.
 */
async function openDevPage(root: string): Promise<PageSource> {
  // Never listens: it only receives the hot-reload upgrades that passed the guard.
  const upgrades = createHttpServer();
  const vite = await createViteServer({
    configFile: path.join(root, 'vite.config.ts'),
    appType: 'custom',
    base: '/',
    server: { middlewareMode: true, ws: { server: upgrades } },
  });

  const servePage = async (response: ServerResponse, theme: ThemeSource) => {
    const nonce = freshNonce();
    const source = await readFile(path.join(root, 'renderer/index.html'), 'utf8');
    const html = await vite.transformIndexHtml('/', source);
    response.setHeader('content-security-policy', developmentPolicy(nonce));
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(withTheme(html.replaceAll(noncePlaceholder, nonce), await theme()));
  };
  const serveModule = (request: IncomingMessage, response: ServerResponse) =>
    new Promise<boolean>((resolve, reject) => {
      response.once('close', () => resolve(true));
      // A worker takes its policy from its own script.
      response.setHeader('content-security-policy', developmentPolicy(freshNonce()));
      vite.middlewares(request, response, (error?: Error) => (error ? reject(error) : resolve(false)));
    });

  return {
    hasPublicAssets: false,
    async answer(request, response, theme) {
      if (request.url !== '/') return serveModule(request, response);
      await servePage(response, theme);
      return true;
    },
    upgrade(request, socket, head) {
      if (!request.headers['sec-websocket-protocol']?.startsWith('vite-')) return false;
      upgrades.emit('upgrade', request, socket, head);
      return true;
    },
    close: () => vite.close(),
  };
}

const developmentPolicy = (nonce: string) => pagePolicy(nonce).split('; require-trusted-types-for', 1).join();

/** `npm run dev:web`: runs the browser host with the page from its sources and hot reload. `PORT` sets the port. */

const root = path.join(import.meta.dirname, '../..');
const host = await startBrowserHost({
  version: await programVersion(root),
  vault: await openVault(),
  page: await openDevPage(root),
  port: Number(process.env.PORT ?? 0),
  strict: true,
});
console.log(`Patchbay is running at ${host.address}`);

const stop = () => {
  void host.close().finally(() => process.exit(0));
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { openTestHost } from '../browser-host/test-host.ts';

/** A name that the browser of these tests resolves to this computer: what DNS rebinding amounts to. */
const reboundName = 'evil.test';

/** The browser resolves that name, and its own prompt before a page reaches this computer is disabled: older ones have none. */
export const oldBrowser = [
  `--host-resolver-rules=MAP ${reboundName} 127.0.0.1`,
  '--disable-features=LocalNetworkAccessChecks',
];

/** Another program's server on this computer: it answers everything and records its requests. */
export interface OtherServer {
  readonly port: number;
  readonly address: string;
  readonly heard: { request: string; headers: IncomingHttpHeaders }[];
  close(): Promise<void>;
}

/**
 * @param html its response to a GET of a document.
 * @param script its response to anything else.
 * @param scriptCache the `Cache-Control` of `script`.
 */
export async function startOther(html = '', script = '', port = 0, scriptCache = ''): Promise<OtherServer> {
  const heard: OtherServer['heard'] = [];
  const server = createServer((request, response) => {
    heard.push({ request: `${request.method} ${request.url}`, headers: request.headers });
    request.resume();
    const isDocument = request.headers['sec-fetch-dest'] === 'document';
    response.setHeader('content-type', isDocument ? 'text/html' : 'text/javascript');
    if (scriptCache && !isDocument) response.setHeader('cache-control', scriptCache);
    response.end(isDocument ? `<!doctype html>${html}` : script);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  return {
    port: own,
    address: `http://127.0.0.1:${own}`,
    heard,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Everything that a page can send to an address on its own; runs in the page. Each way reports in one word what the page
 * learned: `ok` when something came back, a status when it could read one.
 */
export async function attackAll({ target, isSameOrigin }: { target: string; isSameOrigin: boolean }) {
  const heard: Record<string, string> = {};
  const settle = (name: string, ask: () => Promise<string>) =>
    ask()
      .catch(() => 'refused')
      .then((word) => {
        heard[name] = word;
      });
  const send = (name: string, place: string, init: RequestInit) =>
    settle(name, async () => {
      const { type, status } = await fetch(target + place, init);
      return type === 'opaque' ? 'opaque' : String(status);
    });
  const put = (name: string, tag: string, attributes: Record<string, string>) =>
    settle(
      name,
      () =>
        new Promise((resolve) => {
          const element = document.createElement(tag);
          element.onload = () => resolve('loaded');
          element.onerror = () => resolve('refused');
          for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
          document.body.append(element);
        }),
    );
  const socket = () =>
    new Promise<string>((resolve) => {
      const opened = new WebSocket(`${target.replace('http', 'ws')}/wire`);
      opened.onopen = () => resolve('ok');
      opened.onerror = () => resolve('refused');
    });
  const events = () =>
    new Promise<string>((resolve) => {
      const source = new EventSource(`${target}/?by=events`);
      const end = (word: string) => {
        source.close();
        resolve(word);
      };
      source.onopen = () => end('ok');
      source.onerror = () => end('refused');
    });
  const form = () =>
    new Promise<string>((resolve) => {
      const frame = Object.assign(document.createElement('iframe'), { name: 'sink' });
      const sent = Object.assign(document.createElement('form'), {
        action: `${target}/files?by=form`,
        method: 'post',
        enctype: 'text/plain',
        target: 'sink',
      });
      document.body.append(frame, sent);
      frame.onload = () => resolve('loaded');
      sent.submit();
    });
  const mode = isSameOrigin ? 'cors' : 'no-cors';
  navigator.sendBeacon(`${target}/files?by=beacon`, 'x');
  await Promise.all([
    send('get', '/?by=get', { mode }),
    send('script by fetch', '/assets/app.js', { mode }),
    send('post', '/files?by=post', { mode, method: 'POST', body: 'x' }),
    send('with a header', '/files?by=header', { method: 'POST', body: 'x', headers: { authorization: 'Bearer x' } }),
    put('picture', 'img', { src: `${target}/?by=img` }),
    put('script', 'script', { src: `${target}/assets/app.js?by=script` }),
    put('style', 'link', { rel: 'stylesheet', href: `${target}/?by=style` }),
    put('prefetch', 'link', { rel: 'prefetch', href: `${target}/?by=prefetch` }),
    put('film', 'video', { src: `${target}/files/f1?by=film` }),
    put('frame', 'iframe', { src: `${target}/?by=frame` }),
    put('object', 'object', { data: `${target}/?by=object`, type: 'text/html' }),
    settle('form', form),
    settle('socket', socket),
    settle('events', events),
    settle('worker', async () => {
      await navigator.serviceWorker.register(`${target}/assets/app.js`);
      return 'ok';
    }),
  ]);
  return { heard, ran: 'ran' in globalThis };
}

/** The result of an attack. All numbers are 0, and nothing is `true`, when the protections work. */
export interface Siege {
  /** What got past the guard. */
  reached: { calls: number; pages: number; files: number; strangers: number };
  /** What the attacking page learned, by the way it took. */
  heard: Record<string, string>;
  /** A script of ours ran in the attacker's page. */
  ran: boolean;
}

async function siege(
  browser: Browser,
  attack: (page: Page, port: number) => Promise<Omit<Siege, 'reached'>>,
): Promise<Siege> {
  let strangers = 0;
  const onIntruder = (count: number) => {
    strangers += count;
  };
  const host = await openTestHost({ onIntruder });
  const context = await browser.newContext({ serviceWorkers: 'allow' });
  try {
    const told = await attack(await context.newPage(), host.port);
    const { calls, pages, files } = host.seen;
    return { reached: { strangers, calls, pages, files }, ...told };
  } finally {
    await context.close();
    await host.close();
  }
}

/** A page loaded from elsewhere under a name which now resolves here: for the browser it is our own origin. */
export const rebind = (browser: Browser): Promise<Siege> =>
  siege(browser, async (page, port) => {
    const target = `http://${reboundName}:${port}`;
    await page.route(`${target}/trap`, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
    await page.goto(`${target}/trap`);
    return page.evaluate(attackAll, { target, isSameOrigin: true });
  });

/** A page of another program on this computer, or a file that the user was made to open. */
export const besiege = (browser: Browser, from: 'port' | 'file'): Promise<Siege> =>
  siege(browser, async (page, port) => {
    const target = `http://127.0.0.1:${port}`;
    const other = await startOther();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'patchbay-hostile-'));
    const file = path.join(folder, 'hostile.html');
    await writeFile(file, '<!doctype html>');
    try {
      await page.goto(from === 'port' ? other.address : pathToFileURL(file).href);
      const told = await page.evaluate(attackAll, { target, isSameOrigin: false });
      // A separate window: the one way in which a page can load a whole document of ours.
      const [popup] = await Promise.all([page.waitForEvent('popup'), page.evaluate((to) => void open(to), target)]);
      await popup.waitForLoadState();
      const title = await popup.evaluate(() => document.body.textContent);
      return {
        ...told,
        heard: { ...told.heard, window: title?.includes('opened from another site') ? 'refused' : 'ok' },
      };
    } finally {
      await other.close();
      await rm(folder, { recursive: true });
    }
  });

import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, test } from '@playwright/test';
import { pagePolicy } from '../../../electron/hosting/page-policy.ts';
import { type Desktop, needDesktop, openDesktop } from './desktop.ts';

needDesktop();
test.describe.configure({ mode: 'serial' });

let desktop: Desktop;
test.beforeAll(async () => {
  desktop = await openDesktop();
});
test.afterAll(() => desktop?.app.close());

test('the page cannot reach Node and is fully isolated', async () => {
  const { app, page } = desktop;
  expect(
    await page.evaluate(() => ['require', 'process', 'module', 'Buffer'].filter((name) => name in globalThis)),
  ).toEqual([]);
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    // Not in Electron's types, but its own warnings use it.
    const [window] = BrowserWindow.getAllWindows();
    const contents = window?.webContents as unknown as { getLastWebPreferences(): Record<string, unknown> };
    return contents.getLastWebPreferences();
  });
  expect(preferences).toMatchObject({ sandbox: true, contextIsolation: true, webSecurity: true });
  for (const name of [
    'nodeIntegration',
    'nodeIntegrationInWorker',
    'nodeIntegrationInSubFrames',
    'webviewTag',
    'experimentalFeatures',
    'allowRunningInsecureContent',
  ])
    expect([name, preferences[name] ?? false]).toEqual([name, false]);
});

test('the page process is confined by the system sandbox', async () => {
  test.skip(process.platform !== 'linux' || process.getuid?.() === 0, 'only Linux shows it, and not to root');
  const pid = await desktop.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
  );
  expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Seccomp:\s*2$/m);
});

test('the bridge is two functions and exposes nothing else', async () => {
  const seen = await desktop.page.evaluate(() => {
    const host = (globalThis as unknown as { host: Record<string, unknown> }).host;
    return Object.entries(host).map(([name, value]) => [
      name,
      typeof value,
      Object.getOwnPropertyNames(value).sort().join(),
    ]);
  });
  expect(seen.map(([name, kind]) => [name, kind])).toEqual([
    ['connect', 'function'],
    ['admit', 'function'],
  ]);
  expect(JSON.stringify(seen)).not.toMatch(/ipcRenderer|sender|channel/);
});

test('an iframe inside the page has no bridge', async () => {
  const inside = await desktop.page.evaluate(async () => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const has = frame.contentWindow ? 'host' in frame.contentWindow : false;
    frame.remove();
    return has;
  });
  expect(inside).toBe(false);
});

test('only built files are served', async () => {
  const statuses = await desktop.page.evaluate(async () => {
    const targets = [
      '/',
      '/index.html',
      '/..%2fpackage.json',
      '/%2e%2e/package.json',
      '/assets/',
      '/package.json',
      '/index.html?x',
      '/files/nope',
      '/.env',
    ];
    return Promise.all(targets.map(async (target) => [target, (await fetch(target)).status]));
  });
  expect(statuses).toEqual([
    ['/', 200],
    ['/index.html', 200],
    ['/..%2fpackage.json', 404],
    ['/%2e%2e/package.json', 404],
    ['/assets/', 404],
    ['/package.json', 404],
    ['/index.html?x', 404],
    ['/files/nope', 404],
    ['/.env', 404],
  ]);
});

test('the content security policy is exactly the agreed one', async () => {
  const policy = await desktop.page.evaluate(async () => (await fetch('/')).headers.get('content-security-policy'));
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy ?? '') ?? [];
  expect(policy).toBe(pagePolicy(nonce));
});

test('no packet leaves the page, whatever it tries', async () => {
  let packets = 0;
  const canary = createServer((socket) => {
    packets += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  const udp = createSocket('udp4', () => {
    packets += 1;
  }).bind(0, '127.0.0.1');
  await Promise.all([once(canary, 'listening'), once(udp, 'listening')]);
  const port = (canary.address() as AddressInfo).port;
  const failed = await desktop.page.evaluate(
    async ({ port, udpPort }) => {
      const to = `http://127.0.0.1:${port}/`;
      const link = (rel: string) => {
        const element = Object.assign(document.createElement('link'), { rel, href: to });
        document.head.append(element);
      };
      for (const rel of ['preconnect', 'dns-prefetch', 'prefetch', 'stylesheet', 'icon']) link(rel);
      document.body.append(Object.assign(new Image(), { src: to }));
      try {
        navigator.sendBeacon(to, 'x');
      } catch {}
      try {
        new EventSource(to).onerror = () => {};
      } catch {}
      const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${udpPort}` }] });
      peer.createDataChannel('x');
      await peer.setLocalDescription(await peer.createOffer());
      const refused = async (ask: () => Promise<unknown>) =>
        ask().then(
          () => false,
          () => true,
        );
      const socket = () =>
        new Promise((resolve, reject) => {
          const opened = new WebSocket(to.replace('http', 'ws'));
          opened.onopen = resolve;
          opened.onerror = reject;
        });
      const worker = () => navigator.serviceWorker.register('/assets/x.js');
      const results = [
        await refused(() => fetch(to, { mode: 'no-cors' })),
        await refused(socket),
        await refused(worker),
      ];
      // The browser's own queue of resource hints is empty by then.
      await new Promise((resolve) => setTimeout(resolve, 1000));
      peer.close();
      return results;
    },
    { port, udpPort: udp.address().port },
  );
  expect(failed).toEqual([true, true, true]);
  expect(packets).toBe(0);
  canary.close();
  udp.close();
});

test('the window never navigates away', async () => {
  const { app, page } = desktop;
  const before = page.url();
  // The isolation listener runs first: what is recorded here was attempted, and has already been denied.
  await app.evaluate(({ BrowserWindow }) => {
    const tried: string[] = [];
    Object.assign(globalThis, { tried });
    BrowserWindow.getAllWindows()[0]?.webContents.on('will-navigate', ({ url }) => tried.push(url));
  });
  await page.evaluate(() => {
    const form = Object.assign(document.createElement('form'), { action: 'https://example.test/', method: 'post' });
    const meta = Object.assign(document.createElement('meta'), {
      httpEquiv: 'refresh',
      content: '0;url=https://example.test/',
    });
    document.body.append(form);
    document.head.append(meta);
    try {
      form.submit();
    } catch {}
    window.open('javascript:alert(1)');
    location.href = 'file:///etc/passwd';
    location.href = 'https://example.test/last';
  });
  await expect
    .poll(() => app.evaluate(() => (globalThis as unknown as { tried: string[] }).tried))
    .toContain('https://example.test/last');
  expect(page.url()).toBe(before);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('every permission except the microphone is denied', async () => {
  const outcome = await desktop.page.evaluate(async () => {
    const asked = async (ask: () => Promise<unknown>) =>
      ask().then(
        () => 'granted',
        (error: Error) => error.name,
      );
    return {
      camera: await asked(() => navigator.mediaDevices.getUserMedia({ video: true })),
      screen: await asked(() => navigator.mediaDevices.getDisplayMedia()),
      place: await asked(
        () =>
          new Promise((resolve, reject) =>
            navigator.geolocation.getCurrentPosition(resolve, () => reject(new Error('no'))),
          ),
      ),
      notifications: await Notification.requestPermission(),
      clipboard: await asked(() => navigator.clipboard.readText()),
    };
  });
  expect(outcome).toMatchObject({ camera: 'NotAllowedError', notifications: 'denied', clipboard: 'NotAllowedError' });
  expect(Object.values(outcome)).not.toContain('granted');
});

test('a link opens externally only through the confirmation dialog', async () => {
  const { app, page } = desktop;
  await app.evaluate(({ shell, dialog }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = async (address) => {
      opened.push(address);
    };
    dialog.showMessageBox = (async () => ({ response: 0, checkboxChecked: false })) as never;
  });
  for (const address of [
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'smb://x/y',
    'ms-settings:',
    'vscode://x',
  ])
    await page.evaluate((target) => void window.open(target), address);
  await page.evaluate(() => void window.open('https://example.test/a'));
  const opened = () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
  await expect.poll(opened).toEqual(['https://example.test/a']);
});

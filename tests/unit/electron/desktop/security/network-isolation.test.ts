import { EventEmitter } from 'node:events';
import type { Session } from 'electron';
import { expect, test } from 'vitest';
import { isolateNetwork, mayLoad } from '../../../../../electron/desktop/security/network-isolation.ts';

const outside = [
  'https://example.test/',
  'http://127.0.0.1:4000/',
  'ws://127.0.0.1:4000/',
  'wss://example.test/',
  'ftp://example.test/',
  'file:///etc/passwd',
  'app://evil/',
  'blob:https://example.test/1',
  'chrome-extension://x/',
  '',
];

test('the page loads its own scheme and what it made itself, nothing else', () => {
  for (const address of [
    'app://patchbay/',
    'app://patchbay/files/1',
    'blob:app://patchbay/1',
    'data:image/png;base64,',
  ])
    expect([address, mayLoad(address, null)]).toEqual([address, true]);
  for (const address of outside) expect([address, mayLoad(address, null)]).toEqual([address, false]);
});

test('a development server is allowed by host and port', () => {
  expect(mayLoad('ws://127.0.0.1:5173/', 'http://127.0.0.1:5173')).toBe(true);
  expect(mayLoad('ws://127.0.0.1:5174/', 'http://127.0.0.1:5173')).toBe(false);
  expect(mayLoad('https://example.test/', 'http://127.0.0.1:5173')).toBe(false);
});

class FakeSession extends EventEmitter {
  proxy: unknown;
  listener: ((details: { url: string }, answer: (given: { cancel: boolean }) => void) => void) | undefined;
  webRequest = { onBeforeRequest: (listener: FakeSession['listener']) => (this.listener = listener) };
  async setProxy(config: unknown): Promise<void> {
    this.proxy = config;
  }
  isCancelled(url: string): boolean | undefined {
    let cancelled: boolean | undefined;
    this.listener?.({ url }, ({ cancel }) => (cancelled = cancel));
    return cancelled;
  }
}

test('the session cancels every request to the outside and has no bypass', async () => {
  const session = new FakeSession();
  await isolateNetwork(session as unknown as Session, null);
  for (const address of outside) expect([address, session.isCancelled(address)]).toEqual([address, true]);
  expect(session.isCancelled('app://patchbay/assets/a.js')).toBe(false);
  expect(session.proxy).toMatchObject({ mode: 'fixed_servers', proxyBypassRules: '<-loopback>' });
});

test('a download carries only what is already local', async () => {
  const session = new FakeSession();
  await isolateNetwork(session as unknown as Session, null);
  const isStopped = (url: string) => {
    let stopped = false;
    session.emit('will-download', { preventDefault: () => (stopped = true) }, { getURL: () => url });
    return stopped;
  };
  expect(isStopped('https://example.test/x.exe')).toBe(true);
  expect(isStopped('blob:app://patchbay/1')).toBe(false);
});

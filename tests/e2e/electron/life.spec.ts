import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type ElectronApplication, expect, type Page, test } from '@playwright/test';
import { needDesktop, openDesktop, root, startOfApp } from './desktop.ts';

needDesktop();

/** Starts the program directly, without Playwright attached. */
async function startPlain(
  words: string[],
  dataFolder?: string,
  more: Record<string, string> = {},
): Promise<ChildProcess> {
  const { executable, words: own, env } = await startOfApp(dataFolder);
  return spawn(executable, [...own, ...words, root], {
    cwd: root,
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

for (const name of [
  '--inspect',
  '--remote-debugging-port=0',
  '--load-extension=/nowhere',
  '--host-resolver-rules=MAP * 127.0.0.1',
  '--user-data-dir=/nowhere',
  '--js-flags=--expose-gc',
  '--disable-web-security',
  '--proxy-server=127.0.0.1:1',
])
  test(`the app does not start with ${name}`, async () => {
    const child = await startPlain([name]);
    const [words, [status]] = await Promise.all([text(child.stderr!), once(child, 'close')]);
    expect(status).toBe(2);
    expect(words).toContain('does not start with');
  });

test('the app does not start without its sandbox unless the user agreed', async () => {
  test.skip(process.platform !== 'linux', 'the switch means something on Linux only');
  const child = await startPlain(['--no-sandbox'], undefined, { PATCHBAY_ALLOW_NO_SANDBOX: '0' });
  const [words, [status]] = await Promise.all([text(child.stderr!), once(child, 'close')]);
  expect(status).toBe(2);
  expect(words).toContain('PATCHBAY_ALLOW_NO_SANDBOX');
});

test('a second instance exits at once and leaves the first alone', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'patchbay-'));
  const { app, page } = await openDesktop(folder);
  const child = await startPlain([], folder);
  const [status] = await once(child, 'close');
  expect(status).toBe(0);
  expect(page.url()).toMatch(/^app:\/\/patchbay\//);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  expect(
    await app.evaluate(({ app: own }) =>
      ['app', 'http', 'https', 'patchbay'].map((scheme) => own.isDefaultProtocolClient(scheme)),
    ),
  ).not.toContain(true);
  await app.close();
});

interface CoreQuestion {
  name: string;
  input: unknown;
  /** Number of values after which the reader stops; `null`: all of them. */
  leaveAfter: number | null;
}

/** Runs in the page: makes one call to the core over its own connection and returns all its values. */
const questionInPage = ({ name, input, leaveAfter }: CoreQuestion) =>
  new Promise<unknown[]>((resolve, reject) => {
    const got: unknown[] = [];
    addEventListener(
      'message',
      ({ ports: [port] }) => {
        if (!port) return;
        port.onmessage = ({ data }) => {
          if (data.kind === 'fail') reject(new Error(JSON.stringify(data.failure)));
          if (data.kind === 'values') {
            got.push(...data.values);
            port.postMessage({ kind: 'credit', id: 1, count: data.values.length });
          }
          if (data.kind === 'end') resolve(data.value === undefined ? got : [data.value]);
          else if (leaveAfter !== null && got.length >= leaveAfter) resolve(got);
        };
        port.postMessage({ kind: 'open', id: 1, name, input });
      },
      { once: true },
    );
    (globalThis as unknown as { host: { connect(): void } }).host.connect();
  });

const askCore = (page: Page, name: string, input: unknown, leaveAfter: number | null = null) =>
  page.evaluate(questionInPage, { name, input, leaveAfter });

/** For a page that crashed: Playwright gives up on it permanently, even when the app has reloaded it. */
const askCoreOfWindow = (app: ElectronApplication, name: string, input: unknown): Promise<unknown[]> =>
  app.evaluate(
    ({ BrowserWindow }, code) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(code),
    `(${questionInPage})(${JSON.stringify({ name, input, leaveAfter: null })})`,
  );

test('without a keyring the app says that keys last for this run only, and starts', async () => {
  test.skip(process.platform !== 'linux', 'other systems always have a keyring');
  const { app, page } = await openDesktop();
  expect(await askCore(page, 'host.info', {})).toEqual([
    expect.objectContaining({ protection: 'memory', saving: true }),
  ]);
  await app.close();
});

interface SomePart {
  type: string;
  text?: string;
  exchangeId?: string;
}

test('a page that is killed in the middle of a reply finds the full reply again', async () => {
  const { app, page } = await openDesktop();
  const [demo] = (await askCore(page, 'demo.start', {})) as [{ connectionId: string }];
  const body = { model: 'demo-chat', stream: true, messages: [{ role: 'user', content: 'Tell me a long story.' }] };
  const draft = {
    connectionId: demo.connectionId,
    routeId: 'chat.completions',
    body: { kind: 'json', text: JSON.stringify(body) },
  };
  const before = (await askCore(page, 'exchanges.run', draft, 3)) as SomePart[];
  const id = before.find(({ exchangeId }) => exchangeId)?.exchangeId;

  await app.evaluate(async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    if (!window) throw new Error('no window');
    const loaded = new Promise((resolve) => window.webContents.once('did-finish-load', () => resolve(null)));
    process.kill(window.webContents.getOSProcessId(), 'SIGKILL');
    await loaded;
  });
  const all = (await askCoreOfWindow(app, 'exchanges.watch', { id })) as SomePart[];
  expect(all.at(-1)?.type).toBe('run-end');
  const textOf = (parts: SomePart[]) => parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join('');
  expect(textOf(all).startsWith(textOf(before))).toBe(true);
  expect(textOf(all).length).toBeGreaterThan(textOf(before).length);
  await app.close();
});

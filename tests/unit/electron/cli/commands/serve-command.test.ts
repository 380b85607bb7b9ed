import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { connect } from '#shared/rpc/connect.ts';
import { greet } from '#shared/rpc/greeting.ts';
import { serveBrowser } from '../../../../../electron/cli/commands/serve-command.ts';
import { createRecordingTerminal, noKeyboard } from '../../../../support/cli/fake-streams.ts';
import { program, startProgram } from '../../../../support/cli/run-program.ts';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'patchbay-root-'));
  await mkdir(path.join(root, 'dist/renderer'), { recursive: true });
  await writeFile(path.join(root, 'dist/renderer/index.html'), '<!doctype html><title>Patchbay</title>');
});
afterAll(() => rm(root, { recursive: true }));

async function startServe(args: string[] = []) {
  const running = startProgram(['serve', '--no-open', ...args], { root });
  await running.waitForOutput('\n');
  const [, origin = '', token = ''] =
    /^Patchbay is running at (http:\/\/127\.0\.0\.1:\d+)\/#token=([\w-]{43})\n$/.exec(running.stdout()) ?? [];
  const openSocket = () => {
    // The browser's own WebSocket, with the origin of a page of this server.
    const { WebSocket } = globalThis;
    return new WebSocket(`${origin.replace('http', 'ws')}/wire`, { headers: { origin } } as never);
  };
  return { running, origin, token, openSocket };
}

test('serve prints one line, serves the page and its RPC connection, and ends on SIGTERM', async () => {
  const { running, origin, token, openSocket } = await startServe();
  expect(await (await fetch(origin)).text()).toContain('<title>Patchbay</title>');
  const socket = openSocket();
  const client = connect(contract, await greet(socket, token));
  expect(await client.host.info({})).toMatchObject({ name: 'browser', version: '1.2.3' });
  const { connectionId } = await client.demo.start({});
  await client.demo.set({ pace: 0 });
  const parts: string[] = [];
  const body = {
    kind: 'json' as const,
    text: '{"model":"demo-chat","messages":[{"role":"user","content":"Hi"}],"stream":true}',
  };
  for await (const part of client.exchanges.run({
    connectionId: connectionId as string,
    routeId: 'chat.completions',
    body,
  }))
    parts.push(part.type);
  expect([parts[0], parts.at(-1), parts.includes('text-delta')]).toEqual(['run-start', 'run-end', true]);

  const closed = once(socket, 'close');
  running.child.kill('SIGTERM');
  const { code, stdout } = await running.done;
  expect(code).toBe(0);
  expect(stdout.split('\n')).toHaveLength(2);
  expect(((await closed)[0] as CloseEvent).code).toBe(1001);
  await expect(fetch(origin)).rejects.toThrow();
});

test('a file is uploaded to the core and downloaded by a link', async () => {
  const { running, origin, token, openSocket } = await startServe();
  const taken = await fetch(`${origin}/files`, {
    method: 'POST',
    body: 'some text',
    headers: { origin, authorization: `Bearer ${token}`, 'content-type': 'text/plain', 'x-file-name': 'note.txt' },
  });
  expect(taken.status).toBe(201);
  const ref = (await taken.json()) as { id: string };
  expect(ref).toMatchObject({ name: 'note.txt', sizeBytes: 9 });
  const client = connect(contract, await greet(openSocket(), token));
  const link = await client.files.link({ id: ref.id });
  expect(await (await fetch(new URL(link, origin), { headers: { range: 'bytes=5-' } })).text()).toBe('text');
  running.child.kill('SIGINT');
  expect((await running.done).code).toBe(0);
});

test('a taken port is a usage error', async () => {
  const { running, origin } = await startServe();
  const taken = await program(['serve', '--no-open', '--port', new URL(origin).port], { root });
  expect([taken.code, taken.stdout, taken.stderr]).toEqual([
    2,
    '',
    expect.stringContaining('is in use. Choose another with --port.'),
  ]);
  running.child.kill('SIGTERM');
  await running.done;
});

test.each([
  [['--host', '0.0.0.0'], /Unknown option --host/],
  [['--host', '::'], /Unknown option --host/],
  [['--bind=0x0'], /Unknown option --bind/],
  [['--listen', '::ffff:0.0.0.0'], /Unknown option --listen/],
  [['--address', '\uff10.0.0.0'], /Unknown option --address/],
  [['0.0.0.0'], /0\.0\.0\.0/],
  [['--port', '-1'], /--port/],
  [['--port', '99999'], /--port must be an integer/],
  [[], /npm run build/],
])('serve %j is a usage error: there is only 127.0.0.1, and only a built page', async (args, message) => {
  const surroundings = {
    env: {},
    version: '1',
    ...noKeyboard(),
    root: path.join(root, 'unbuilt'),
    openTerminal: () => createRecordingTerminal(),
  };
  await expect(serveBrowser(['--no-open', ...args], surroundings)).rejects.toThrow(message);
});

test('no environment variable changes its address, and it warns when it runs as root', async () => {
  const running = startProgram(['serve', '--no-open'], {
    root,
    env: { HOST: '0.0.0.0', HOSTNAME: '0.0.0.0', BIND: '::', PATCHBAY_HOST: '0.0.0.0' },
  });
  await running.waitForOutput('\n');
  const port = Number(/:(\d+)\/#token/.exec(running.stdout())?.[1]);
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  if (process.platform === 'linux') {
    const listening = readFileSync('/proc/net/tcp', 'latin1') + readFileSync('/proc/net/tcp6', 'latin1');
    expect(listening.match(new RegExp(`[0-9A-F]+:${hex} [0-9A-F:]+ 0A`, 'g'))?.map((row) => row.split(':')[0])).toEqual(
      ['0100007F'],
    );
  }
  running.child.kill('SIGTERM');
  const { stderr } = await running.done;
  expect(stderr.includes('Patchbay is running as root')).toBe(process.getuid?.() === 0);
}, 120_000);

test.runIf(process.platform === 'linux')(
  'what opens the browser is given a code that is good once; the token is on no command line',
  async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'patchbay-opener-'));
    const given = path.join(folder, 'given');
    await writeFile(
      path.join(folder, 'xdg-open'),
      `#!/bin/sh\nprintf '%s' "$*" > ${given}.part && mv ${given}.part ${given}\n`,
      {
        mode: 0o755,
      },
    );
    // The shell's own tools must be found as well.
    const env = { DISPLAY: ':99', PATH: `${folder}:/usr/bin:/bin` };
    const running = startProgram(['serve'], { root, env });
    await running.waitForOutput('\n');
    const [, origin = '', token = ''] = /(http:\S+)\/#token=(\S+)/.exec(running.stdout()) ?? [];
    await vi.waitFor(() => expect(existsSync(given)).toBe(true));
    const address = readFileSync(given, 'utf8');
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?launch=[\w-]{43}$/);
    expect(address).not.toContain(token);
    expect(readFileSync(`/proc/${running.child.pid}/cmdline`, 'latin1')).not.toContain(token);
    const redeem = async () => (await fetch(address, { redirect: 'manual' })).headers.get('location');
    expect([await redeem(), await redeem()]).toEqual([`/#token=${token}`, '/']);
    expect(running.stderr()).not.toContain(token);
    expect(origin).not.toBe('');
    running.child.kill('SIGTERM');
    await running.done;
    await rm(folder, { recursive: true });
  },
  120_000,
);

test.each(['SIGINT', 'SIGTERM'] as const)(
  'serve --json says where the page is, and that it ended, with 0 on %s',
  async (signal) => {
    const running = startProgram(['serve', '--no-open', '--json'], { root });
    await running.waitForOutput('\n');
    const ready = JSON.parse(running.stdout());
    expect(ready).toEqual({ type: 'serve-ready', address: expect.any(String), link: expect.any(String) });
    expect(ready.link).toMatch(new RegExp(`^${ready.address}/#token=[\\w-]{43}$`));
    expect((await fetch(ready.address)).status).toBe(200);
    running.child.kill(signal);
    const { code, stdout } = await running.done;
    expect(code).toBe(0);
    expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).toEqual({ type: 'serve-end' });
  },
);

test('demo --json prints its address, key and scenario, and that it ended', async () => {
  const running = startProgram(['demo', '--json', '--scenario', '402']);
  await running.waitForOutput('\n');
  const { type, address, key, scenario } = JSON.parse(running.stdout());
  expect([type, scenario]).toEqual(['demo-ready', '402']);
  const models = await fetch(`${address}/v1/models`, { headers: { authorization: `Bearer ${key}` } });
  expect(models.status).toBe(402);
  running.child.kill('SIGINT');
  const { code, stdout } = await running.done;
  expect([code, stdout.split('\n')[1]]).toEqual([0, '{"type":"demo-end"}']);
});

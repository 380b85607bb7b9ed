import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoGateway, startDemoGateway } from '#demo/gateway.ts';
import { program as runHere } from '../../../../support/cli/run-here.ts';

const key = 'CANARY-71c0d2b9aa';
const deadAddress = 'http://127.0.0.1:1';
let gateway: DemoGateway;
let folder = '';
beforeAll(async () => {
  gateway = await startDemoGateway({ paceTokensPerSecond: 0, key });
  folder = await mkdtemp(path.join(os.tmpdir(), 'patchbay-wire-'));
});
afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true });
});

const program = (...args: string[]) =>
  runHere(args, {
    cwd: folder,
    env: { PATCHBAY_BASE_URL: gateway.url, PATCHBAY_API_KEY: key, PATCHBAY_DATA_DIR: path.join(folder, 'data') },
  });
const requests = () => gateway.requestLog().length;
const signed = (text: string, sign: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith(`${sign} `))
    .map((line) => line.slice(2));

test('--verbose prints the request before the response, as they were sent and received, without the key', async () => {
  const { code, stdout, stderr } = await program('chat', 'Hi', '-v', '-m', 'demo-chat');
  expect(code).toBe(0);
  const [request, ...headers] = signed(stderr, '>');
  const [status] = signed(stderr, '<');
  expect([request, status]).toEqual(['POST /v1/chat/completions HTTP/1.1', 'HTTP/1.1 200 OK']);
  expect(stderr.indexOf('> POST')).toBeLessThan(stderr.indexOf('< HTTP'));
  const sent = gateway.requestLog().at(-1);
  expect(headers).toHaveLength(Object.keys(sent?.headers ?? {}).length);
  expect(headers).toContain('Authorization: Bearer [redacted key]');
  expect(stdout + stderr).not.toContain(key);
});

test('--verbose prints every request of a command that makes several, each with its response', async () => {
  const { stderr } = await program('models', '--verbose');
  expect(signed(stderr, '>').filter((line) => line.startsWith('GET '))).toEqual([
    'GET /v1/models HTTP/1.1',
    'GET /v1beta/models HTTP/1.1',
  ]);
  expect(signed(stderr, '<').filter((line) => line.startsWith('HTTP/'))).toHaveLength(2);
});

test('--verbose prints the handshake of a session', async () => {
  const { stderr } = await program('realtime', '--text', 'Hi', '-m', 'demo-realtime', '-v');
  expect(signed(stderr, '>')[0]).toMatch(/^GET \/v1\/realtime\?.* HTTP\/1\.1$/);
  expect(signed(stderr, '<')[0]).toBe('HTTP/1.1 101 Switching Protocols');
});

test('--verbose prints no request that never left this computer', async () => {
  const { code, stderr } = await program('chat', 'Hi', '-v', '-m', 'm', '--base-url', deadAddress);
  expect(code).toBe(5);
  expect([...signed(stderr, '>'), ...signed(stderr, '<')]).toEqual([]);
});

test.each([
  ['chat', 'Hi', '-m', 'demo-chat', '-s', 'Be brief.', '--set', 'temperature=0'],
  ['run', 'responses', 'Hi', '-m', 'demo-chat', '-H', 'X-Own: 1', '--query', 'a=b'],
  ['run', 'custom', '--path', '/vendor/echo', '-X', 'PUT', '--set', 'a=1'],
])('--dry-run sends nothing and prints what is then sent: %s %s', async (...args) => {
  const before = requests();
  const shown = await program(...args, '--dry-run', '--json');
  expect([shown.code, shown.stderr, requests()]).toEqual([0, '', before]);
  const request = JSON.parse(shown.stdout);
  await program(...args);
  const sent = gateway.requestLog().at(-1);
  const redacted = JSON.stringify(sent?.headers).replaceAll(key, '[redacted key]');
  expect([request.method, request.url]).toEqual([sent?.method, `${gateway.url}${sent?.path}`]);
  expect(request.body).toBe(sent?.body);
  expect(
    Object.fromEntries(request.headers.map(([name, value]: [string, string]) => [name.toLowerCase(), value])),
  ).toEqual(JSON.parse(redacted));
});

test('--dry-run prints a request that would be refused, with the reason and its exit status', async () => {
  const body = '{"messages":';
  const refused = ['run', 'chat.completions', '--body', body];
  const { code, stdout, stderr } = await program(...refused, '--dry-run');
  expect(stdout.startsWith(`POST ${gateway.url}/v1/chat/completions\nHost: `)).toBe(true);
  expect(stdout.endsWith(`\n\n${body}\n`)).toBe(true);
  const sent = await program(...refused);
  expect([code, stderr.split('\n')[0]]).toEqual([sent.code, sent.stderr.split('\n')[0]]);
});

test('--dry-run names the files of a form and keeps no copy of them', async () => {
  await writeFile(path.join(folder, 'cat.png'), 'not really');
  const { stdout } = await program(
    'run',
    'images.edits',
    'a hat',
    '--form',
    'image=@cat.png',
    '-m',
    'demo-image',
    '--dry-run',
    '-o',
    'never.png',
  );
  expect(stdout).toContain('[10 bytes of cat.png');
  expect(await readdir(folder)).not.toContain('never.png.part');
});

test('--curl prints a command that reads the key from the environment, and sends nothing', async () => {
  const before = requests();
  for (const args of [
    ['chat', 'Hi'],
    ['run', 'responses', 'Hi'],
    ['tasks', 'submit', 'a hill'],
  ]) {
    const { code, stdout } = await program(...args, '-m', 'demo-chat', '--curl');
    expect([code, stdout.startsWith(`curl '${gateway.url}/v1/`)]).toEqual([0, true]);
    expect(stdout).toContain('$PATCHBAY_API_KEY');
    expect(stdout).not.toContain(key);
  }
  expect(requests()).toBe(before);
});

test.each([
  [['--dry-run', '--curl'], 'Use only one of --dry-run and --curl.'],
  [['--dry-run', '--har', 'x.har'], '--dry-run sends nothing: remove --har.'],
  [['--har', '-'], '--har needs a file name'],
  [['--har', 'none/x.har'], 'The folder none does not exist.'],
])('%j is refused before anything is sent', async (options, message) => {
  const before = requests();
  const { code, stderr } = await program('chat', 'Hi', '-m', 'demo-chat', ...options);
  expect([code, requests()]).toEqual([2, before]);
  expect(stderr).toContain(message);
});

test('--har saves every request of a command, also when it fails, and replaces a file only with --force', async () => {
  const urls = async () =>
    JSON.parse(await readFile(path.join(folder, 'all.har'), 'utf8')).log.entries.map(
      ({ request, response }: { request: { url: string }; response: { status: number } }) =>
        [request.url, response.status] as const,
    );
  expect((await program('models', '--har', 'all.har')).stderr).toContain('Saved to all.har (2 requests).');
  expect(await urls()).toEqual([
    [`${gateway.url}/v1/models`, 200],
    [`${gateway.url}/v1beta/models`, 200],
  ]);
  const chat = ['chat', 'Hi', '-m', 'm', '--base-url', deadAddress, '--har', 'all.har'];
  expect((await program(...chat)).code).toBe(2);
  expect((await program(...chat, '--force')).code).toBe(5);
  expect((await urls()).map(([, status]: [string, number]) => status)).toContain(0);
  expect(await readFile(path.join(folder, 'all.har'), 'utf8')).not.toContain(key);
});

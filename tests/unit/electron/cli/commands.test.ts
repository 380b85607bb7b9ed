import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoGateway, startDemoGateway } from '#demo/gateway.ts';
import { routeIds } from '#shared/protocol/route.ts';
import { program } from '../../../support/cli/run-here.ts';
import { startProgram } from '../../../support/cli/run-program.ts';

let gateway: DemoGateway;
let folder = '';
beforeAll(async () => {
  gateway = await startDemoGateway({ paceTokensPerSecond: 0, key: 'CANARY-3f9a7c1e5b' });
  folder = await mkdtemp(path.join(os.tmpdir(), 'patchbay-cli-'));
});
afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true });
});

const withKey = () => ({ PATCHBAY_API_KEY: gateway.key });
const here = () => ['--base-url', gateway.url];

test('run: the reply is on stdout, the facts on stderr, the prompt from standard input', async () => {
  const { code, stdout, stderr } = await program(
    ['run', 'chat.completions', '-', '--model', 'demo-echo', '--stream', ...here()],
    {
      env: withKey(),
      input: 'Hello from a pipe\n',
    },
  );
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^completed · /m)]);
  expect(stdout).toMatch(/Hello from a pipe[\s\S]*[^\n]\n$/);
  expect(stderr).toContain('recorded as');
});

test('a key on the command line is refused and not repeated', async () => {
  const { code, stdout, stderr } = await program(['run', 'models', '--key', gateway.key, ...here()]);
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('PATCHBAY_API_KEY')]);
  expect(stderr).not.toContain('CANARY');
});

test('the working directory configures nothing', async () => {
  let hits = 0;
  const evil = createServer((_request, response) => response.end('{}'));
  evil.on('connection', () => {
    hits += 1;
  });
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(evil.address() as AddressInfo).port}`;
  const settings = JSON.stringify({
    baseUrl: address,
    baseAddress: address,
    OPENAI_BASE_URL: address,
    connection: address,
  });
  for (const name of ['patchbay.json', '.patchbayrc', 'patchbay.config.json', 'config.json', 'package.json'])
    await writeFile(path.join(folder, name), settings);
  await writeFile(path.join(folder, '.env'), `OPENAI_BASE_URL=${address}\nPATCHBAY_BASE_URL=${address}\n`);
  const { code, stderr } = await program(['run', 'models'], { env: withKey(), cwd: folder });
  evil.close();
  expect([code, hits, stderr]).toEqual([2, 0, expect.stringContaining('--base-url')]);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s closes the exchange, keeps what had arrived, exits with 130, and no process shows the key',
  async (signal) => {
    const marked = `stop by ${signal}`;
    const args = ['run', 'chat.completions', marked, '-m', 'faulty/hang-mid-body', '--stream', ...here()];
    const running = startProgram(args, { env: withKey() });
    await running.waitForOutput(' ');
    const sent = () => gateway.requestLog().findLast(({ body }) => body.includes(marked));
    expect(sent()?.response.state).toBe('open');
    const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const lines = await Promise.all(processes.map((id) => readFile(`/proc/${id}/cmdline`, 'latin1').catch(() => '')));
    expect(lines.some((line) => line.includes(marked))).toBe(true);
    expect(lines.filter((line) => line.includes('CANARY'))).toEqual([]);

    running.child.kill(signal);
    const { code, stdout, stderr } = await running.done;
    expect([code, stderr]).toEqual([130, expect.stringContaining('stopped')]);
    expect(stdout.length).toBeGreaterThan(0);
    expect(sent()?.response.state).toBe('abandoned');
  },
);

test('a closed pipe ends the command quietly and cancels the request', async () => {
  const marked = 'nobody reads this';
  const running = startProgram(['run', 'chat.completions', marked, '-m', 'demo-long', '--stream', ...here()], {
    env: withKey(),
  });
  await running.waitForOutput(' ');
  running.child.stdout?.destroy();
  const { code, stderr } = await running.done;
  expect(code).toBe(130);
  expect(stderr).not.toMatch(/EPIPE|at .*\.ts/);
  expect(gateway.requestLog().findLast(({ body }) => body.includes(marked))?.response.state).toBe('abandoned');
});

test.each<[string, string[]]>([
  ['chat', ['chat', '-m', 'demo-chat']],
  ['run', ['run', 'chat.completions', '-m', 'demo-chat']],
  ['the native route', ['run', 'native.generateContent', '-m', 'demo-chat']],
])('piped text precedes the words in one request: %s', async (name, command) => {
  const before = gateway.requestLog().length;
  const log = `first line of ${name}\n\n\tthird line\n`;
  const { code } = await program([...command, 'explain', 'this', ...here()], { env: withKey(), input: log });
  const alone = await program([...command, ...here()], { env: withKey(), input: log });
  expect([code, alone.code]).toEqual([0, 0]);
  const texts = gateway
    .requestLog()
    .slice(before)
    .filter(({ method }) => method === 'POST')
    .map(
      ({ body }) =>
        JSON.parse(body) as { messages?: { content: string }[]; contents?: { parts: { text: string }[] }[] },
    )
    .map(
      ({ messages, contents }) =>
        messages?.map(({ content }) => content) ?? contents?.map(({ parts }) => parts[0]?.text),
    );
  const text = log.trimEnd();
  expect(texts).toEqual([[`${text}\n\nexplain this`], [text]]);
});

test('piped text replaces "-", and is not read when the body is given in full', async () => {
  const dash = await program(['chat', 'before', '-', 'after', '-m', 'demo-echo', ...here()], {
    env: withKey(),
    input: 'middle\n',
  });
  expect(dash.stdout).toContain('before middle after');
  const body = '{"model":"demo-echo","messages":[{"role":"user","content":"whole body"}]}';
  for (const given of [
    ['--body', body],
    ['-m', 'demo-echo', '--set', 'messages[0].role=user', '--set', 'messages[0].content=whole body'],
  ]) {
    const { code, stdout } = await program(['run', 'chat.completions', ...given, ...here()], {
      env: withKey(),
      input: null,
    });
    expect([code, stdout]).toEqual([0, expect.stringContaining('whole body')]);
  }
});

test('an empty prompt is refused before anything is sent; a pipe that stays open is named', async () => {
  const before = gateway.requestLog().length;
  const empty = await program(['chat', '-m', 'demo-chat', ...here()], { env: withKey(), input: '\n' });
  expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining('no text to send')]);
  const open = startProgram(['chat', 'Hello', '-m', 'demo-chat', ...here()], { env: withKey(), input: null });
  while (!open.stderr().includes('</dev/null')) await once(open.child.stderr as Readable, 'data');
  expect(gateway.requestLog().length).toBe(before);
  open.child.stdin?.end();
  expect((await open.done).code).toBe(0);
});

test('--demo needs no gateway, key or model, and can run faulty scenarios', async () => {
  const { code, stdout } = await program(['run', 'models', '--demo']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('demo-chat')]);
  const faulty = await program(['chat', 'Hello', '--demo', '--scenario', 'cut-mid-stream', '--json']);
  const last = JSON.parse(faulty.stdout.trimEnd().split('\n').at(-1) ?? '') as { state: string };
  expect([faulty.code, last.state]).toEqual([6, 'interrupted']);
  const unknown = await program(['chat', 'Hello', '--demo', '--scenario', 'nonsense']);
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('--scenarios')]);
});

test('models and routes print their lists', async () => {
  const models = await program(['models', ...here()], { env: withKey() });
  expect([models.code, models.stdout]).toEqual([0, expect.stringContaining('demo-chat')]);
  const { code, stdout } = await program(['routes']);
  const ids = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' ')[0]);
  expect([code, ids]).toEqual([0, [...routeIds]]);
  const json = await program(['routes', '--json']);
  expect(JSON.parse(json.stdout.split('\n')[0] as string)).toMatchObject({ id: 'chat.completions' });
});

test('help and version', async () => {
  for (const word of ['--version', '-V', 'version']) expect((await program([word])).stdout).toBe('patchbay 1.2.3\n');
  expect((await program(['tasks', 'help'])).stdout).toContain('patchbay tasks <command>');
  expect((await program([])).stdout).toMatch(/^ {2}serve +\S/m);
  for (const args of [
    ['help', 'run'],
    ['run', 'x', '--help'],
  ])
    expect((await program(args)).stdout).toContain('--key-file FILE');
  expect((await program(['help', 'exit-codes'])).stdout).toContain('interrupted');
  for (const [args, said] of [
    [['frobnicate'], 'Unknown command "frobnicate"'],
    [['frobnicate', '--help'], 'Unknown command "frobnicate"'],
    [['chta'], 'Did you mean chat?'],
    [['tasks', 'submti'], 'Did you mean submit?'],
    [['help', 'chta'], 'Did you mean chat?'],
    [['help', 'exit-code'], 'Did you mean exit-codes?'],
    [['chat', '--modl', 'x'], 'Unknown option --modl. Did you mean --model?'],
    [['run', 'chat.completon'], 'Did you mean chat.completions?'],
    [['run', 'models', '--demo', '--scenario', 'cut-mid-steam'], 'Did you mean cut-mid-stream?'],
    [['realtime', '--demo', '--text', 'x', '--key-in', 'heder'], 'Did you mean header?'],
    [['--demo', 'chat', 'hi'], 'patchbay chat --demo'],
    [['--key=CANARY-1', 'chat'], 'patchbay chat --key ...'],
    [['help', 'frobnicate'], 'No help topic "frobnicate"'],
    [['models', '--frob'], 'patchbay help models'],
    [['chat', 'Hi', '-m'], '--model needs a value: --model NAME.'],
    [['chat', 'Hi', '--json=CANARY-1'], '--json takes no value.'],
    [['completion', 'zhs'], 'Did you mean zsh?'],
    [['routes', 'extra'], 'Unexpected argument "extra"'],
  ] as const) {
    const { code, stderr } = await program([...args]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
    expect(stderr).not.toContain('CANARY');
  }
});

test('demo serves until it is stopped', async () => {
  const running = startProgram(['demo', '--port', '0', '--pace', '0', '--scenario', 'clean-eof']);
  await running.waitForOutput('\n');
  const [, address, key] = /running at (http:\/\/127\.0\.0\.1:\d+) with the key (\S+)/.exec(running.stdout()) ?? [];
  const listing = await fetch(`${address}/v1/models`, { headers: { authorization: `Bearer ${key}` } });
  expect(listing.status).toBe(200);
  running.child.kill('SIGTERM');
  expect((await running.done).code).toBe(0);
  expect((await program(['demo', '--scenario', 'nonsense'])).code).toBe(2);
  expect((await program(['demo', '--scenarios'])).stdout).toMatch(/^cut-mid-stream +\S/m);
});

test.each([
  ['tasks', 'list'],
  ['tasks', 'watch', '--json'],
  ['models'],
  ['chat', 'Hello', '--connection', 'work', '--model', 'm'],
  ['check', '--json'],
  ['backup', '--out', 'all.tar'],
])('an unusable data folder ends %s %s with 1 and the reason', async (...args) => {
  const cwd = await mkdtemp(path.join(os.tmpdir(), 'patchbay-unusable-'));
  const folder = path.join(cwd, 'file');
  await writeFile(folder, '');
  const { code, stdout, stderr } = await program(args, { env: { PATCHBAY_DATA_DIR: folder }, cwd });
  expect(code).toBe(1);
  if (args.includes('--json')) expect(JSON.parse(stdout)).toMatchObject({ type: 'failure', code: 'storage', exit: 1 });
  else expect(stderr).toContain(`patchbay: Nothing is being saved: a file with that name exists (${folder}).`);
  // No partial output is left.
  expect(await readdir(cwd)).toEqual(['file']);
  await rm(cwd, { recursive: true });
});

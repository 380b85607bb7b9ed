import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type DemoGateway, startDemoGateway } from '#demo/gateway.ts';
import { AppError } from '#shared/protocol/failure.ts';
import type { Part, RunEnd } from '#shared/protocol/part.ts';
import { chat } from '../../../../../electron/cli/commands/chat-command.ts';
import type { Command } from '../../../../../electron/cli/commands/command.ts';
import { listModels } from '../../../../../electron/cli/commands/models-command.ts';
import { run } from '../../../../../electron/cli/commands/run-command.ts';
import { exitOfFailure } from '../../../../../electron/cli/exit-codes.ts';
import { createRecordingTerminal, noKeyboard } from '../../../../support/cli/fake-streams.ts';

let gateway: DemoGateway;
let folder = '';
beforeAll(async () => {
  gateway = await startDemoGateway({ paceTokensPerSecond: 0, key: 'CANARY-3f9a7c1e5b' });
  folder = await mkdtemp(path.join(os.tmpdir(), 'patchbay-cli-'));
  vi.stubEnv('PATCHBAY_DATA_DIR', path.join(folder, 'data'));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await gateway.close();
  await rm(folder, { recursive: true });
});

/** Runs one command in this process; returns its output and exit status. */
async function give(
  command: Command,
  args: string[],
  env: Record<string, string> = { PATCHBAY_API_KEY: gateway.key },
  { isScreen = false } = {},
) {
  let terminal = createRecordingTerminal();
  const openTerminal = ({ quiet = false }: { quiet?: boolean | undefined } = {}) => {
    terminal = createRecordingTerminal({ isScreen, quiet });
    return terminal;
  };
  const surroundings = { env, version: '1', ...noKeyboard(), root: folder, openTerminal };
  const code = await command(args, surroundings).catch((thrown) => {
    if (thrown instanceof AppError) return exitOfFailure(thrown.failure.code);
    return `${thrown.name}: ${thrown.message}`;
  });
  return { code, stdout: terminal.out(), stderr: terminal.err() };
}
const runHere = (args: string[], env?: Record<string, string>) => give(run, [...args, '--base-url', gateway.url], env);
const lastBody = (having: string) => gateway.requestLog().findLast(({ body }) => body.includes(having));
const parts = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Part);

test('--json prints one part per line, the end last', async () => {
  const { code, stdout } = await runHere([
    'chat.completions',
    'Hi',
    '-m',
    'demo-chat',
    '--stream',
    '--json',
    '--set',
    'temperature=0',
  ]);
  const all = parts(stdout);
  expect(code).toBe(0);
  expect(all[0]?.type).toBe('run-start');
  expect(all.at(-1)).toMatchObject({ type: 'run-end', state: 'done', sent: 'answered', error: null });
  expect(all.some(({ type }) => type === 'text-delta')).toBe(true);
  const sent = lastBody('"temperature":0');
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    model: 'demo-chat',
    messages: [{ role: 'user', content: 'Hi' }],
    stream: true,
    stream_options: { include_usage: true },
    temperature: 0,
  });
  expect(sent?.headers.authorization).toBe(`Bearer ${gateway.key}`);
});

test('a body given in full is sent unchanged', async () => {
  const body = '{"model": "demo-chat",  "messages":[{"role":"user","content":"byte for byte"}] }';
  const file = path.join(folder, 'body.json');
  await writeFile(file, body);
  expect((await runHere(['chat.completions', '--body', `@${file}`])).code).toBe(0);
  expect(lastBody('byte for byte')?.body).toBe(body);
});

test('a native route has its model in the path and its key in its own header', async () => {
  const { code, stdout } = await runHere(['native.generateContent', 'Hello', '--model', 'demo-chat']);
  expect([code, stdout.length > 0]).toEqual([0, true]);
  const sent = gateway.requestLog().findLast(({ path }) => path.includes(':generateContent'));
  expect(sent?.path).toBe('/v1beta/models/demo-chat:generateContent');
  expect(sent?.headers['x-goog-api-key']).toBe(gateway.key);
});

test('headers and query parameters are added', async () => {
  await runHere(['models', '--header', 'X-Mine: yes', '--query', 'page=2']);
  const sent = gateway.requestLog().findLast(({ headers }) => headers['x-mine'] === 'yes');
  expect(sent?.path).toBe('/v1/models?page=2');
});

test('--out writes a whole file, private to its owner, and never another response in its place', async () => {
  const file = path.join(folder, 'answer.md');
  const { code, stdout, stderr } = await runHere(['chat.completions', 'Hi', '-m', 'demo-chat', '--out', file]);
  expect([code, stdout]).toEqual([0, '']);
  expect(stderr).toContain(`Saved to ${file}.`);
  expect((await readFile(file, 'utf8')).length).toBeGreaterThan(0);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const before = gateway.requests();
  const again = await runHere(['chat.completions', 'Hi', '-m', 'demo-chat', '--out', file]);
  expect([again.code, gateway.requests()]).toEqual([expect.stringMatching(/^UsageError.*--force/), before]);
});

test('a truncated response is printed as far as it arrived, and --out keeps a partial file', async () => {
  const file = path.join(folder, 'broken.md');
  const ask = ['chat.completions', 'Hi', '-m', 'faulty/cut-mid-stream', '--stream'];
  const { code, stdout, stderr } = await runHere(ask);
  expect(code).toBe(6);
  expect(stdout.length).toBeGreaterThan(0);
  expect(stderr).toContain('patchbay: ');
  expect((await runHere([...ask, '--out', file])).code).toBe(6);
  expect(await readdir(folder)).not.toContain('broken.md');
  expect(`${await readFile(`${file}.part`, 'utf8')}\n`).toBe(stdout);
});

test('an invalid command line leaves no file behind', async () => {
  const file = path.join(folder, 'never.md');
  const { code } = await give(run, ['chat.completions', 'Hi', '-m', 'x', '--out', file, '--connection', 'absent'], {
    PATCHBAY_DATA_DIR: path.join(folder, 'empty'),
  });
  expect(code).toMatch(/No saved connection is named "absent"/);
  expect(await readdir(folder)).not.toContain('never.md.part');
});

test.each<[string, number | string, string[], Record<string, string>?]>([
  ['a wrong key', 3, ['models'], { PATCHBAY_API_KEY: 'wrong' }],
  ['no key', 3, ['chat.completions', 'x', '-m', 'demo-chat'], {}],
  ['an unknown model', 1, ['chat.completions', 'x', '-m', 'no-such-model']],
  ['a rate limit', 4, ['chat.completions', 'x', '-m', 'faulty/429-retry-after']],
  ['a key without money', 4, ['chat.completions', 'x', '-m', 'faulty/403-quota']],
  ['an error of the server', 1, ['chat.completions', 'x', '-m', 'faulty/500']],
  ['a gateway that repeats the key', 3, ['chat.completions', 'x', '-m', 'faulty/echo-credentials']],
  ['a hang-up before the answer', 5, ['chat.completions', 'x', '-m', 'faulty/reset-before-headers']],
  ['a missing finish', 6, ['chat.completions', 'x', '-m', 'faulty/finish-missing', '--stream']],
  ['a misuse', 2, ['chat.completions', '--body', '{"contents":[{"parts":[{"text":"x"}]}]}']],
  ['a body that is no JSON', 2, ['chat.completions', '--body', '{']],
])('%s exits with %i and reveals no key', async (_name, status, args, env) => {
  const { code, stdout, stderr } = await runHere([...args, '--json'], env);
  expect([code, stderr]).toEqual([status, '']);
  const end = parts(stdout).at(-1) as RunEnd;
  expect(end).toMatchObject({ type: 'run-end', error: { message: expect.any(String) } });
  const said = await runHere(args, env);
  expect([said.code, said.stderr]).toEqual([status, expect.stringContaining(`patchbay: ${end.error?.message}`)]);
  expect(stdout + said.stdout + said.stderr).not.toContain('CANARY');
});

test.each([
  ['an unknown route', ['chat'], /Unknown route "chat"\. Did you mean chat\.completions/],
  ['no route', [], /Missing route/],
  ['a missing model', ['chat.completions', 'x'], /needs a model/],
  ['an unknown option', ['models', '--frob'], /Unknown option --frob\.$/],
])('%s is a usage error', async (_name, args, message) => {
  expect((await runHere(args)).code).toMatch(message);
});

test('an unreachable gateway exits with 5, an invalid address with 2, both with a run-end', async () => {
  const env = { PATCHBAY_API_KEY: 'k' };
  const absent = await give(run, ['models', '--base-url', 'http://127.0.0.1:9', '--json'], env);
  expect([absent.code, parts(absent.stdout).at(-1)]).toEqual([
    5,
    expect.objectContaining({ state: 'failed', sent: 'not-sent' }),
  ]);
  const none = await give(run, ['models', '--base-url', 'nonsense', '--json'], env);
  expect([none.code, parts(none.stdout)]).toEqual([
    2,
    [
      expect.objectContaining({ type: 'failure', exit: 2, code: 'invalid-address' }),
      expect.objectContaining({ type: 'run-end', sent: 'not-sent' }),
    ],
  ]);
});

test('the key comes from a file, a named variable or OPENAI_API_KEY, the address from OPENAI_BASE_URL', async () => {
  const file = path.join(folder, 'key');
  await writeFile(file, `${gateway.key}\n`, { mode: 0o600 });
  const results = [
    await runHere(['models', '--key-file', file], {}),
    await runHere(['models', '--key-env', 'MINE'], { MINE: gateway.key }),
    await runHere(['models'], { OPENAI_API_KEY: gateway.key }),
    await give(run, ['models'], { OPENAI_API_KEY: gateway.key, OPENAI_BASE_URL: `${gateway.url}/v1/` }),
  ];
  for (const { code, stdout } of results) expect([code, stdout]).toEqual([0, expect.stringContaining('demo-chat\n')]);
});

test('a run leaves nothing in the folder for temporary files', async () => {
  // A separate folder, because other programs use the system's meanwhile.
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const left = async () => (await readdir(os.tmpdir())).filter((name) => /^patchbay-\w{6}$/.test(name));
  await runHere(['models']);
  await runHere(['models'], { PATCHBAY_API_KEY: 'bad\nkey' });
  expect(await left()).toEqual([]);
});

test('a form file is sent byte for byte', async () => {
  const file = path.join(folder, 'talk.wav');
  await writeFile(file, 'RIFF and sound');
  const received: Buffer[] = [];
  const server = createServer((request, response) => {
    request.on('data', (piece: Buffer) => received.push(piece));
    request.on('end', () => response.setHeader('content-type', 'application/json').end('{"text":"hello"}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const args = ['audio.transcriptions', file, '-m', 'whisper', '--form', 'language=en', '--base-url', address];
  const { code, stdout } = await give(run, args, { PATCHBAY_API_KEY: 'k' });
  server.close();
  expect([code, stdout]).toEqual([0, expect.stringContaining('hello')]);
  const body = Buffer.concat(received).toString();
  expect(body).toContain('name="model"\r\n\r\nwhisper\r\n');
  expect(body).toContain('name="file"; filename="talk.wav"\r\nContent-Type: audio/wav\r\n\r\nRIFF and sound\r\n');
  expect(body).toContain('name="language"\r\n\r\nen\r\n');
  expect((await give(run, ['audio.transcriptions', `${file}.absent`, '-m', 'm', '--base-url', address])).code).toMatch(
    /UsageError.*cannot be read/,
  );
});

test('a pipe gets the file of a response; on a terminal --out is required before anything is paid for', async () => {
  const { code, stdout, stderr } = await runHere(['audio.speech', 'Hello', '-m', 'demo-tts']);
  expect([code, stdout.slice(0, 4)]).toEqual([0, 'RIFF']);
  expect(stderr).toMatch(/^Received \S+\.wav \(audio\/wav, .*\)\.\nWritten to stdout\.$/m);
  const before = gateway.requests();
  const args = ['audio.speech', 'Hello', '-m', 'demo-tts', '--base-url', gateway.url];
  const onScreen = await give(run, args, undefined, { isScreen: true });
  expect([onScreen.code, gateway.requests()]).toEqual([expect.stringMatching(/^UsageError.*--out FILE/), before]);
  // Its JSON would name a file that is deleted with the command.
  const asJson = await give(run, [...args, '--json']);
  expect([asJson.code, gateway.requests()]).toEqual([expect.stringMatching(/^UsageError.*--out FILE/), before]);
  const file = path.join(folder, 'hello.wav');
  expect((await give(run, [...args, '--json', '--out', file])).code).toBe(0);
  expect((await readFile(file)).toString('latin1', 0, 4)).toBe('RIFF');
});

test('--out - is standard output, for text and for files', async () => {
  const words = ['chat.completions', 'Hi', '-m', 'demo-chat'];
  const [plain, named] = [await runHere(words), await runHere([...words, '--out', '-'])];
  expect([named.code, named.stdout]).toEqual([0, plain.stdout]);
  const args = ['audio.speech', 'Hello', '-m', 'demo-tts', '--base-url', gateway.url, '-o', '-'];
  const spoken = await give(run, args, undefined, { isScreen: true });
  expect([spoken.code, spoken.stdout.slice(0, 4)]).toEqual([0, 'RIFF']);
  expect((await give(run, [...args, '--json'])).code).toMatch(/^UsageError.*--out -/);
  expect(await readdir('.')).not.toContain('-');
});

test('--quiet prints the reply alone; a failure is still reported', async () => {
  const words = ['chat.completions', 'Hi', '-q', '-m'];
  const { code, stdout, stderr } = await runHere([...words, 'demo-chat']);
  expect([code, stdout.length > 0, stderr]).toEqual([0, true, '']);
  expect((await runHere([...words, 'faulty/cut-mid-stream', '--stream'])).stderr).toMatch(/^patchbay: /);
});

test('an image that could not be fetched for --out is a failure, and its address is printed', async () => {
  const server = createServer((_request, response) =>
    response
      .setHeader('content-type', 'application/json')
      .end('{"created":1,"data":[{"url":"http://127.0.0.1:1/a.png"}]}'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const out = path.join(folder, 'unfetched.png');
  const args = ['images.generations', 'A boat', '-m', 'm', '--base-url', address, '--out', out];
  const { code, stdout, stderr } = await give(run, args, { PATCHBAY_API_KEY: 'k' });
  server.close();
  expect([code, stdout.trim()]).toEqual([1, 'http://127.0.0.1:1/a.png']);
  expect(stderr).toContain(`${out} was not written`);
  expect((await readdir(folder)).filter((name) => name.startsWith('unfetched'))).toEqual([]);
});

test('a compacted conversation is printed', async () => {
  const { code, stdout } = await runHere(['responses.compact', 'Hi', '-m', 'demo-chat']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('"type":"compaction"')]);
});

test('chat with text sends one prompt, preceded by its instructions', async () => {
  const args = ['Hello', 'there', '-m', 'demo-echo', '-s', 'Be brief', '--set', 'top_p=0.5', '--base-url', gateway.url];
  const { code, stdout } = await give(chat, args);
  expect([code, stdout]).toEqual([0, expect.stringContaining('Hello there')]);
  expect(JSON.parse(lastBody('Be brief')?.body ?? '')).toMatchObject({
    stream: true,
    top_p: 0.5,
    messages: [
      { role: 'system', content: 'Be brief' },
      { role: 'user', content: 'Hello there' },
    ],
  });
  expect((await give(chat, ['Hi', '--base-url', gateway.url])).code).toMatch(/needs a model/);
  expect((await give(chat, ['', '-m', 'm', '--base-url', gateway.url])).code).toMatch(/UsageError.*no text to send/);
});

test('models lists both surfaces', async () => {
  const { code, stdout } = await give(listModels, ['--base-url', gateway.url]);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^demo-chat +.*openai/m)]);
  const json = await give(listModels, ['--base-url', gateway.url, '--json']);
  const ids = json.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).id);
  expect(ids).toContain('demo-embed');
  expect((await give(listModels, ['--base-url', gateway.url], { PATCHBAY_API_KEY: 'wrong' })).code).toBe(3);
});

test('models shows readable rates, filters by words, and lists no simulated failure', async () => {
  const demo = (...args: string[]) => give(listModels, [...args, '--demo'], {});
  const all = await demo();
  expect(all.stdout).toMatch(
    /^demo-chat .* input \$0\.40 per 1M, cached input \$0\.10 per 1M, output \$1\.60 per 1M$/m,
  );
  expect(all.stdout).not.toContain('faulty/');
  const embed = await demo('EMBED');
  expect(
    embed.stdout
      .trim()
      .split('\n')
      .every((line) => line.includes('embed')),
  ).toBe(true);
  expect(await demo('nothing-like-it')).toMatchObject({
    stdout: '',
    stderr: expect.stringContaining('No model contains'),
  });
  expect((await demo('--json')).stdout).not.toContain('faulty/');
});

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Part } from '#shared/protocol/part.ts';
import { run } from '../../../../electron/cli/commands/run-command.ts';
import { besideResponseFiles } from '../../../../electron/cli/output/response-files.ts';
import { createRecordingTerminal, noKeyboard } from '../../../support/cli/fake-streams.ts';

let say: (response: ServerResponse) => void;
const server = createServer((request, response) => {
  request.resume().on('end', () => say(response));
});
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'patchbay-endings-'));
  vi.stubEnv('PATCHBAY_DATA_DIR', path.join(folder, 'data'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await new Promise((resolve) => server.close(resolve).closeAllConnections());
  await rm(folder, { recursive: true });
});

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** Runs one command against a gateway that gives this response; returns its exit status and output. */
async function give(args: string[], answer: typeof say) {
  say = answer;
  const terminal = createRecordingTerminal({ isScreen: false });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { PATCHBAY_API_KEY: 'k-own' };
  const code = await run([...args, '--base-url', address], {
    env,
    version: '1',
    root: '/',
    ...noKeyboard(),
    openTerminal: () => terminal,
  });
  return { code, stdout: terminal.out(), stderr: terminal.err() };
}

const chat = ['chat.completions', 'Hi', '-m', 'm'];
const reply = (finish_reason: string) =>
  json(200, { choices: [{ index: 0, message: { role: 'assistant', content: 'Once upon' }, finish_reason }] });

test.each([
  ['length', 'cut-short', 'stopped at the token limit'],
  ['content_filter', 'filtered', 'ended by a content filter'],
])('a reply that ended with %s is printed with a warning and its own exit status', async (reason, code, words) => {
  const user = await give(chat, reply(reason));
  expect([user.code, user.stdout]).toEqual([10, 'Once upon\n']);
  expect(user.stderr).toContain(`warning: The reply`);
  expect(user.stderr).toContain(words);
  const script = await give([...chat, '--json'], reply(reason));
  const parts = script.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Part);
  expect(script.code).toBe(10);
  expect(parts).toContainEqual(expect.objectContaining({ type: 'warning', code }));
  expect(parts.at(-1)).toMatchObject({ type: 'run-end', state: 'done-with-warnings', finishReason: reason });
});

test('a reply that ended with stop exits with 0', async () => {
  expect(await give(chat, reply('stop'))).toMatchObject({ code: 0, stdout: 'Once upon\n' });
});

test("the provider refusing the gateway's key is not reported as the user's key", async () => {
  const error = {
    message: 'Incorrect API key provided: sk-upstr***bad.',
    type: 'invalid_request_error',
    param: '',
    code: 'invalid_api_key',
  };
  const { code, stderr } = await give(chat, json(401, { error }, { 'X-Oneapi-Request-Id': '2026' }));
  expect(code).toBe(9);
  expect(stderr).toContain("rejected the gateway's own key");
  expect(stderr).toContain('Your key is fine.');
  expect(stderr).toContain('request ID 2026');
  const own = await give(chat, json(401, { error: { message: 'Invalid token', type: 'new_api_error', code: '' } }));
  expect(own.code).toBe(3);
});

test("a framework's 404 is reported as a missing route", async () => {
  const { code, stderr } = await give(chat, json(404, { detail: 'Not Found' }));
  expect(code).toBe(1);
  expect(stderr).toContain('The gateway does not have this route');
  expect(stderr).toContain('route-absent');
});

test('edits that a gateway passes to the wrong handler: the reason and a workaround', async () => {
  const said = 'invalid request type, expected ***.GeneralOpenAIRequest, got ****.ImageRequest';
  const { stderr } = await give(
    ['edits', 'Fix it', '-m', 'm', '--set', 'input=teh'],
    json(400, { error: { message: said, type: 'new_api_error' } }),
  );
  expect(stderr).toContain('no handler for it');
  expect(stderr).toContain('chat.completions');
});

test('a ranking shorter than the input is reported, with the texts of the documents', async () => {
  const args = ['rerank', 'fruit', 'apple', 'stone', 'pear', '-m', 'm'];
  const { code, stdout, stderr } = await give(args, json(200, { results: [{ index: 2, relevance_score: 0.9 }] }));
  expect([code, stdout]).toEqual([0, '0.9000\t2\tpear\n']);
  expect(stderr).toContain('1 of 3 documents returned.');
  const results = [0, 1, 2].map((index) => ({
    index,
    relevance_score: 1 - index / 4,
    document: { text: `d${index}` },
  }));
  const whole = await give(args, json(200, { results }));
  expect(whole.stdout).toBe('1.0000\t0\td0\n0.7500\t1\td1\n0.5000\t2\td2\n');
  expect(whole.stderr).not.toContain('documents returned');
});

test('an image inside the text of a reply is saved, and its base64 is not printed', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'patchbay-cli-'));
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const content = `Here: ![image](data:image/png;base64,${png.toString('base64')}) Done.`;
  const answer = json(200, {
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  });
  const named = await give([...chat, '-o', path.join(folder, 'reply.md')], answer);
  expect([named.code, named.stdout]).toEqual([0, '']);
  expect(await readFile(path.join(folder, 'reply.md'), 'utf8')).toBe('Here:  Done.');
  expect(await readFile(path.join(folder, 'reply-2.png'))).toEqual(png);
  const image = await give([...chat, '-o', path.join(folder, 'cat.png')], answer);
  expect([image.code, image.stdout]).toEqual([0, 'Here:  Done.\n']);
  expect(await readFile(path.join(folder, 'cat.png'))).toEqual(png);
  await rm(folder, { recursive: true });
});

test('without --out a file that accompanies text is saved under its own name, and replaces nothing', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'patchbay-cli-'));
  const ref = { id: 'f1', name: 'image-1.png', type: 'image/png', sizeBytes: 3 };
  for (const name of ['image-1.png', 'image-1-2.png']) {
    const files = besideResponseFiles(async function* () {
      yield Buffer.from('png');
    }, folder);
    expect(await files.writeText('words')).toBe(false);
    expect(await files.save(ref)).toEqual({ savedAs: path.join(folder, name) });
    expect(await files.end('done')).toEqual({ saved: [`Saved to ${path.join(folder, name)}.`], problems: [] });
  }
  expect((await readdir(folder)).sort()).toEqual(['image-1-2.png', 'image-1.png']);
  await rm(folder, { recursive: true });
});

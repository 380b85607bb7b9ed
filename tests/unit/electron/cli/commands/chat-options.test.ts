import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoGateway, startDemoGateway } from '#demo/gateway.ts';
import { program } from '../../../../support/cli/run-here.ts';

const key = 'CANARY-84ad0c17f2';
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
let gateway: DemoGateway;
let folder = '';
beforeAll(async () => {
  gateway = await startDemoGateway({ paceTokensPerSecond: 0, key });
  folder = await mkdtemp(path.join(os.tmpdir(), 'patchbay-options-'));
  writeFileSync(path.join(folder, 'dot.png'), png);
  writeFileSync(path.join(folder, 'notes.txt'), 'Remember the milk.');
  writeFileSync(path.join(folder, 'colors.json'), '{"type":"object","properties":{"colors":{"type":"array"}}}');
});
afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true });
});

async function chat(args: string[], input: string | Buffer = '') {
  const before = gateway.requestLog().length;
  const env = { PATCHBAY_DATA_DIR: path.join(folder, 'data'), PATCHBAY_API_KEY: key };
  const options = { cwd: folder, env, input: input as string };
  const ended = await program(['chat', ...args, '--base-url', gateway.url, '-m', 'demo-chat'], options);
  const sent = gateway
    .requestLog()
    .slice(before)
    .filter(({ method }) => method === 'POST');
  return { ...ended, sent, body: sent[0] && JSON.parse(sent[0].body) };
}

test('--file attaches images and texts to the message, also to one that is only shown', async () => {
  const files = ['--file', 'dot.png', '--file', 'notes.txt'];
  const { code, body } = await chat(['What is this?', ...files]);
  const content = [
    { type: 'text', text: 'What is this?' },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${png.toString('base64')}` } },
    { type: 'text', text: 'notes.txt:\nRemember the milk.' },
  ];
  expect([code, body.messages]).toEqual([0, [{ role: 'user', content }]]);
  const shown = await chat(['What is this?', ...files, '--dry-run']);
  expect([shown.code, shown.sent]).toEqual([0, []]);
  expect(shown.stdout).toContain('Remember the milk.');
  const missing = await chat(['Hi', '--file', 'nowhere.png']);
  expect(missing).toMatchObject({ code: 2, sent: [], stderr: expect.stringContaining('nowhere.png') });
});

test('--route sends the messages to another route, in its own form, with its own fields set', async () => {
  const responses = await chat(['Hi', '-s', 'Be brief', '--route', 'responses', '--set', 'max_output_tokens=5000']);
  expect(responses.code).toBe(0);
  expect(responses.stdout).not.toBe('');
  expect(responses.sent[0]?.path).toBe('/v1/responses');
  expect(responses.body).toMatchObject({
    model: 'demo-chat',
    instructions: 'Be brief',
    max_output_tokens: 5000,
    stream: true,
  });
  const native = await chat(['Hi', '--file', 'dot.png', '--route', 'native.streamGenerateContent']);
  expect(native.code).toBe(0);
  expect(native.sent.at(-1)?.path).toContain('/v1beta/models/demo-chat:streamGenerateContent');
  const parts = JSON.parse(native.sent.at(-1)?.body ?? '').contents[0].parts;
  expect(parts[1].inlineData ?? parts[1].inline_data).toMatchObject({ data: png.toString('base64') });
});

test('--schema requests JSON of that form on each route', async () => {
  const schema = JSON.parse(readFileSync(path.join(folder, 'colors.json'), 'utf8'));
  const { body } = await chat(['Three colors', '--schema', 'colors.json']);
  expect(body.response_format).toEqual({ type: 'json_schema', json_schema: { name: 'colors', strict: true, schema } });
  const responses = await chat(['Three colors', '--schema', 'colors.json', '--route', 'responses']);
  expect(responses.body.text.format).toMatchObject({ type: 'json_schema', name: 'colors', schema });
  const wrong = await chat(['Hi', '--schema', 'notes.txt']);
  expect(wrong).toMatchObject({ code: 2, sent: [], stderr: expect.stringContaining('is not a JSON object') });
});

test('-o writes the reply to a file, and replaces one only with --force', async () => {
  const { code, stdout, stderr } = await chat(['Hi', '-o', 'reply.txt']);
  expect([code, stdout]).toEqual([0, '']);
  expect(stderr).toContain('Saved to reply.txt.');
  expect(readFileSync(path.join(folder, 'reply.txt'), 'utf8')).not.toBe('');
  expect(await chat(['Hi', '-o', 'reply.txt'])).toMatchObject({ code: 2, sent: [] });
  expect((await chat(['Hi', '-o', 'reply.txt', '--force'])).code).toBe(0);
});

test.each([
  ['an image', png],
  ['UTF-16', Buffer.from('\ufeffhello', 'utf16le')],
  ['Latin-1', Buffer.from('caf\u00e9 au lait', 'latin1')],
])('%s on stdin is refused before it is billed as text', async (_name, bytes) => {
  const { code, sent, stderr } = await chat(['what'], bytes);
  expect([code, sent]).toEqual([2, []]);
  expect(stderr).toContain('stdin is not UTF-8 text. Nothing was sent.');
  expect(stderr).toContain('chat --file FILE');
});

test('--continue sends what was said before, from the history of requests, on any route and to any model', async () => {
  const data = path.join(folder, 'continued');
  const ask = async (args: string[]) => {
    const before = gateway.requestLog().length;
    const env = { PATCHBAY_DATA_DIR: data, PATCHBAY_API_KEY: key };
    const ended = await program(['chat', ...args, '--base-url', gateway.url], { cwd: folder, env, input: '' });
    const [sent] = gateway
      .requestLog()
      .slice(before)
      .filter(({ method }) => method === 'POST');
    return { ...ended, path: sent?.path, body: sent && JSON.parse(sent.body) };
  };
  const none = await ask(['And?', '--continue', '-m', 'demo-chat']);
  expect([none.code, none.body]).toEqual([2, undefined]);
  expect(none.stderr).toContain('There is no conversation to continue.');

  const first = await ask(['My name is Ada', '-s', 'Be brief', '-m', 'demo-chat']);
  const second = await ask(['What is my name?', '-c']);
  expect(second.stderr).toContain('Continuing the conversation of 127.0.0.1');
  expect(second.body.model).toBe('demo-chat');
  expect(second.body.messages.slice(0, 2)).toEqual(first.body.messages);
  expect(second.body.messages.slice(2)).toEqual([
    expect.objectContaining({ role: 'assistant', content: first.stdout.trimEnd() }),
    { role: 'user', content: 'What is my name?' },
  ]);
  // Another system prompt replaces the first one.
  const third = await ask(['Again', '-c', '-s', 'Be verbose', '--route', 'responses', '-m', 'demo-reasoner']);
  expect([third.path, third.body.model]).toEqual(['/v1/responses', 'demo-reasoner']);
  const said = JSON.stringify(third.body);
  expect(third.body.instructions).toBe('Be verbose');
  for (const words of ['My name is Ada', 'What is my name?', 'Again']) expect(said).toContain(words);
  const fourth = await ask(['Once more', '-c']);
  expect(fourth.body.messages.at(-3)).toMatchObject({ role: 'user' });
  expect(JSON.stringify(fourth.body)).toContain('Be verbose');

  // Files sent to a gateway that is not saved are not kept.
  await ask(['Look', '-c', '--file', 'dot.png']);
  const fifth = await ask(['What was it?', '-c']);
  expect(fifth.stderr).toContain('1 file of it: no longer stored, not sent again.');
  expect(JSON.stringify(fifth.body)).not.toContain('patchbay-file');

  // What is not recorded is not continued: this goes on after the request before it.
  await ask(['A secret', '--no-history', '-m', 'demo-chat']);
  expect(JSON.stringify((await ask(['And then?', '-c'])).body)).not.toContain('A secret');
});

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DemoGateway, startDemoGateway } from '#demo/gateway.ts';
import { program } from '../../../../support/cli/run-here.ts';
import { openCore } from '../../../../support/core/open-core.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';

let gateway: DemoGateway;
beforeAll(async () => {
  gateway = await startDemoGateway({ paceTokensPerSecond: 0, key: 'CANARY-71c0de5e7a' });
});
afterAll(() => gateway.close());

let folder = '';
beforeEach(() => {
  folder = tempFolder();
});

const inFolder = (args: string[], env: Record<string, string> = {}, input = '') =>
  program(args, { env: { PATCHBAY_DATA_DIR: folder, ...env }, input });

async function listed(): Promise<Record<string, unknown>[]> {
  const { stdout } = await inFolder(['connections', 'list', '--json']);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

const add = (name: string, ...more: string[]) =>
  inFolder(['connections', 'add', name, '--base-url', 'https://gateway.test/v1', ...more]);

test('an added connection has the settings of its options, and set changes only those it names', async () => {
  const headers = path.join(folder, 'headers');
  writeFileSync(headers, 'X-Access-Secret: hush-hush-77\n', { mode: 0o600 });
  const settings = ['--header', 'X-Team: search', '--header', `@${headers}`, '--environment', 'prod'];
  const { code, stderr } = await add('work', ...settings, '--proxy', 'http://proxy.test:3128', '--retries', '2');
  expect([code, stderr]).toEqual([0, expect.stringContaining('Saved work, https://gateway.test.')]);
  const first = {
    name: 'work',
    baseAddress: 'https://gateway.test',
    isDefault: true,
    keys: 0,
    environment: 'prod',
    headers: [
      { name: 'X-Team', value: 'search' },
      { name: 'X-Access-Secret', value: null },
    ],
    proxy: { mode: 'custom', address: 'http://proxy.test:3128' },
    retries: 2,
  };
  expect(await listed()).toEqual([expect.objectContaining({ ...first, proxy: expect.objectContaining(first.proxy) })]);

  const changed = await inFolder([
    'connections',
    'set',
    'WORK',
    '--name',
    'home',
    '--header',
    'x-team:',
    '--retries',
    '0',
  ]);
  expect(changed.code).toBe(0);
  expect(await listed()).toEqual([
    expect.objectContaining({
      name: 'home',
      environment: 'prod',
      headers: [{ name: 'X-Access-Secret', value: null }],
      retries: 0,
    }),
  ]);
});

test.each<[string, string[], RegExp]>([
  ['a name that is taken', ['add', 'Work', '--base-url', 'https://other.test'], /"work" is already saved, for https/],
  ['a name that another connection has', ['set', 'other', '--name', 'WORK'], /"work" is already saved/],
  ['an unknown name', ['use', 'wrok'], /named "wrok"\. Did you mean work\?\n {2}Saved: work, other/],
  ['an address without a scheme', ['add', 'x', '--base-url', 'gateway.test'], /must begin with https:/],
  ['plain HTTP elsewhere', ['add', 'x', '--base-url', 'http://gateway.test'], /--allow-insecure/],
  ['a missing address', ['add', 'x'], /Missing --base-url URL/],
  ['a missing name', ['use'], /Missing NAME/],
  ['an unknown command', ['lits'], /Unknown command "connections lits"\. Did you mean list\?/],
  ['an option of another command', ['list', '--model', 'x'], /connections list has no option --model/],
  ['a file of certificates that is not there', ['set', 'work', '--ca-file', '/nowhere'], /--ca-file: \/nowhere cannot/],
  ['set without options', ['set', 'work'], /Missing options/],
  ['removing without a terminal to ask on', ['remove', 'work'], /This deletes work\. To confirm, add --yes/],
])('%s is refused, and nothing changes', async (_name, args, message) => {
  await add('work');
  await add('other');
  const before = await listed();
  const { code, stdout, stderr } = await inFolder(['connections', ...args]);
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(message)]);
  expect(await listed()).toEqual(before);
});

test('a secret header is refused on the command line, and no message repeats it or a line of its file', async () => {
  await add('work');
  const typed = await inFolder(['connections', 'set', 'work', '--header', 'X-Access-Secret: hush-hush-77']);
  expect([typed.code, typed.stderr]).toEqual([2, expect.stringMatching(/looks like a secret[\s\S]*--header @FILE/)]);
  const headers = path.join(folder, 'headers');
  writeFileSync(headers, 'hush-hush-77\n', { mode: 0o600 });
  const read = await inFolder(['connections', 'set', 'work', '--header', `@${headers}`]);
  expect([read.code, read.stderr]).toEqual([2, expect.stringContaining('line 1 of')]);
  expect(typed.stderr + read.stderr).not.toContain('hush');
});

test('the default connection and its model are used by every command that names none', async () => {
  const key = { PATCHBAY_API_KEY: gateway.key };
  await add('other');
  await inFolder(['connections', 'add', 'demo', '--base-url', gateway.url]);
  expect((await inFolder(['connections', 'use', 'demo'])).stderr).toBe('Default connection: demo.\n');
  const modelless = await inFolder(['chat', 'Hello'], key);
  expect([modelless.code, modelless.stderr]).toEqual([2, expect.stringContaining('connections use NAME --model')]);

  await inFolder(['connections', 'use', 'demo', '--model', 'demo-chat']);
  expect(await listed()).toEqual([
    expect.objectContaining({ name: 'other', isDefault: false, model: null }),
    expect.objectContaining({ name: 'demo', isDefault: true, model: 'demo-chat' }),
  ]);
  const answered = await inFolder(['chat', 'Hello'], key);
  expect([answered.code, answered.stdout.length > 0]).toEqual([0, true]);
  const native = await inFolder(['run', 'native.generateContent', 'Hello', '--quiet'], key);
  expect([native.code, native.stderr]).toEqual([0, '']);
  const preferred = await inFolder(['run', 'embeddings', 'x'], { ...key, PATCHBAY_MODEL: 'demo-embed' });
  expect([preferred.code, preferred.stdout]).toEqual([0, expect.stringContaining('dimensions')]);
  expect((await inFolder(['models', '--quiet'], key)).stdout).toContain('demo-chat');

  await inFolder(['connections', 'use', 'demo', '--no-model']);
  expect((await listed())[1]).toMatchObject({ isDefault: true, model: null });
  await inFolder(['connections', 'remove', 'demo', '--yes']);
  expect(await listed()).toEqual([expect.objectContaining({ name: 'other', isDefault: true })]);
});

test('the first connection stays the default, and removing the default puts no other one in its place', async () => {
  expect((await add('one')).stderr).toContain('It is the default connection.');
  expect((await add('two')).stderr).toContain('The default connection is one. Make this one the default');
  await add('three');
  expect((await inFolder(['connections', 'show', '--json'])).stdout).toContain('"name":"one"');
  await inFolder(['connections', 'remove', 'one', '--yes']);
  const open = await inFolder(['models']);
  expect([open.code, open.stderr]).toEqual([2, expect.stringMatching(/none is the default[\s\S]*Saved: two, three/)]);
  expect((await add('four')).stderr).toContain('No connection is the default. Make this one the default');
  for (const name of ['two', 'three']) await inFolder(['connections', 'remove', name, '--yes']);
  expect(await listed()).toEqual([expect.objectContaining({ name: 'four', isDefault: true })]);
});

test('a default model is used where it fits, else one of its own or the best of the list', async () => {
  const key = { PATCHBAY_API_KEY: gateway.key };
  await inFolder(['connections', 'add', 'demo', '--base-url', gateway.url]);
  const used = await inFolder(['connections', 'use', 'demo', '--model', 'demo-chat', '--model', 'audio.speech=my-tts']);
  expect(used.stderr).toContain('Default connection: demo with demo-chat, my-tts for audio.speech.');
  expect(await listed()).toEqual([expect.objectContaining({ routeModels: { 'audio.speech': 'my-tts' } })]);

  const core = await openCore({ dataFolder: folder });
  const [{ id: connectionId = '' } = {}] = await core.client.connections.list({});
  await core.client.keys.put({ connectionId, alias: 'default', secret: gateway.key });
  await core.client.models.list({ connectionId, refresh: true });
  await core.close();

  const modelOf = async (...args: string[]) => {
    await inFolder(args, key);
    const { body = '' } = gateway.requestLog().findLast(({ method }) => method === 'POST') ?? {};
    return (JSON.parse(body) as { model?: string }).model;
  };
  expect(await modelOf('run', 'chat.completions', 'x')).toBe('demo-chat');
  expect(await modelOf('run', 'embeddings', 'x')).toBe('demo-embed');
  expect(await modelOf('run', 'rerank', 'x', 'y')).toBe('demo-rerank');
  expect(await modelOf('run', 'audio.speech', 'x', '-o', '/dev/null')).toBe('my-tts');
  expect(await modelOf('run', 'embeddings', 'x', '-m', 'demo-chat')).toBe('demo-chat');

  const wrong = await inFolder(['connections', 'use', 'demo', '--model', 'embedings=x']);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('Did you mean embeddings?')]);
  await inFolder(['connections', 'use', 'demo', '--no-model']);
  expect(await listed()).toEqual([expect.objectContaining({ model: null, routeModels: {} })]);
});

test('with nothing saved, the missing gateway and how to save one come first', async () => {
  for (const args of [['chat', 'Hello'], ['models'], ['check'], ['realtime', '--text', 'Hi']]) {
    const { code, stderr } = await inFolder(args);
    expect([code, stderr]).toEqual([
      2,
      'patchbay: No gateway is set, and no connection is saved.\n' +
        '  Save one: patchbay connections add NAME --base-url URL. For one command: --base-url URL, or --demo\n',
    ]);
  }
});

test('a change is seen by a running Patchbay, and its changes by the next command', async () => {
  const running = await openCore({ dataFolder: folder });
  await add('work');
  const [saved] = await running.client.connections.list({});
  expect(saved).toMatchObject({ name: 'work', baseAddress: 'https://gateway.test' });
  await running.client.connections.save({ id: saved?.id ?? '', name: 'renamed', baseAddress: 'https://gateway.test' });
  expect(await listed()).toEqual([expect.objectContaining({ name: 'renamed' })]);
  await inFolder(['connections', 'use', 'renamed', '--model', 'm']);
  await running.client.connections.remove({ id: saved?.id ?? '' });
  expect(await listed()).toEqual([]);
  expect((await inFolder(['chat', 'Hello'])).stderr).toContain('No gateway is set');
  await running.close();
});

test('a word without scheme and port is no proxy, and a computer without a keychain is not told to save a key', async () => {
  const refused = await add('plain', '--proxy', 'foo');
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("The proxy URL isn't valid.")]);
  const saved = await inFolder([
    'connections',
    'add',
    'plain',
    '--base-url',
    'localhost:4141',
    '--proxy',
    'proxy.test:3128',
  ]);
  expect([saved.code, saved.stderr]).toEqual([0, expect.stringContaining('http://localhost:4141')]);
  expect(saved.stderr).toContain('This computer has no system keychain');
  expect(saved.stderr).not.toContain('patchbay keys add');
});

test('a key in the place of a name is neither saved nor repeated', async () => {
  const { code, stderr } = await add('sk-proj-CANARY0123456789abcdefXYZ');
  expect([code, stderr]).toEqual([2, expect.stringContaining('looks like an API key')]);
  expect(stderr).not.toContain('CANARY0123');
  expect(await listed()).toEqual([]);
});

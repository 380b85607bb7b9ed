import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type DemoGateway, startDemoGateway } from '#demo/gateway.ts';
import { openSavedCore } from '../../../../../electron/cli/commands/session.ts';
import { program } from '../../../../support/cli/run-here.ts';
import { createMemoryVault } from '../../../../support/core/memory-vault.ts';

const key = 'CANARY-2b7d90e1c4';
let gateway: DemoGateway;
let dataFolder = '';
let id = '';
beforeAll(async () => {
  gateway = await startDemoGateway({ paceTokensPerSecond: 0, key });
  dataFolder = await mkdtemp(path.join(os.tmpdir(), 'patchbay-history-'));
  vi.stubEnv('PATCHBAY_DATA_DIR', dataFolder);
  const core = await openSavedCore('1', { vault: async () => createMemoryVault() });
  vi.unstubAllEnvs();
  const { id: connectionId } = await core.client.connections.save({ name: 'work', baseAddress: gateway.url });
  await core.client.keys.put({ connectionId, alias: 'team', secret: key });
  const text = JSON.stringify({ model: 'demo-chat', messages: [{ role: 'user', content: 'Hello' }] });
  const draft = { connectionId, routeId: 'chat.completions' as const, body: { kind: 'json' as const, text } };
  for await (const part of core.client.exchanges.run(draft)) if (part.type === 'run-start') id = part.exchangeId;
  await core.close();
});
afterAll(async () => {
  await gateway.close();
  await rm(dataFolder, { recursive: true });
});

const wire = (...args: string[]) =>
  program(['wire', ...args], { cwd: dataFolder, env: { PATCHBAY_DATA_DIR: dataFolder, OTHER_KEY: key } });

test('list shows the recorded requests that match its filters', async () => {
  expect((await wire('list')).stdout).toMatch(
    new RegExp(`^${id.slice(0, 8)} .* 200 .* chat\\.completions .*work  http:.*/v1/chat/completions\n$`),
  );
  expect(
    (await wire('list', '--status', '2xx', '--route', 'chat.completions', '--connection', 'work')).stdout,
  ).not.toBe('');
  for (const filter of [['--status', '5xx'], ['--route', 'responses'], ['--outcome', 'failed'], ['nowhere']])
    expect(await wire('list', ...filter)).toMatchObject({ code: 0, stdout: '' });
  expect(JSON.parse((await wire('list', '--json')).stdout)).toMatchObject({ type: 'exchange', id, status: 200 });
});

test('show prints both sides and the timeline, without the key', async () => {
  const { code, stdout } = await wire('show', id.slice(0, 8));
  expect(code).toBe(0);
  for (const part of [
    'POST /v1/chat/completions HTTP/1.1',
    '"content":"Hello"',
    'HTTP/1.1 200 OK',
    '"choices"',
    'Timeline',
  ])
    expect(stdout).toContain(part);
  expect(stdout).not.toContain(key);
  const shown = JSON.parse((await wire('show', id, '--json')).stdout);
  expect(JSON.parse(shown.requestBody.data).messages[0].content).toBe('Hello');
});

test('har exports to a file or to stdout', async () => {
  const { stdout } = await wire('har', id);
  expect(JSON.parse(stdout).log.entries).toHaveLength(1);
  await wire('har', id, '-o', 'one.har');
  expect(JSON.parse(await readFile(path.join(dataFolder, 'one.har'), 'utf8'))).toEqual(JSON.parse(stdout));
});

test('replay sends the recorded body again to the gateway that is named', async () => {
  const before = gateway.requestLog().length;
  const { code, stdout } = await wire(
    'replay',
    id.slice(0, 8),
    '--connection',
    'work',
    '--key-env',
    'OTHER_KEY',
    '--json',
  );
  expect(code).toBe(0);
  expect(stdout).toContain('"type":"run-end"');
  const sent = gateway.requestLog().slice(before);
  expect(sent.map(({ body }) => JSON.parse(body).messages[0].content)).toEqual(['Hello']);
});

test('replay goes where the record says, and names the variables that say otherwise', async () => {
  const before = gateway.requestLog().length;
  const env = { PATCHBAY_DATA_DIR: dataFolder, PATCHBAY_API_KEY: key, OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' };
  const { code, stderr } = await program(['wire', 'replay', id, '--set', 'messages[0].content="Again"'], { env });
  expect(code).toBe(0);
  expect(stderr).toContain(`OPENAI_BASE_URL is not used: the request goes to work, ${gateway.url}, as recorded.`);
  expect(gateway.requestLog().slice(before)).toEqual([
    expect.objectContaining({ body: expect.stringContaining('"content":"Again"') }),
  ]);
  const named = await program(['wire', 'replay', id, '--base-url', 'http://127.0.0.1:9'], { env });
  expect([named.code, named.stderr]).toEqual([5, expect.not.stringContaining('is not used')]);
});

test('a header that was redacted is never sent as its placeholder: an option adds it', async () => {
  vi.stubEnv('PATCHBAY_DATA_DIR', dataFolder);
  const core = await openSavedCore('1', { vault: async () => createMemoryVault() });
  vi.unstubAllEnvs();
  const [{ id: connectionId = '' } = {}] = await core.client.connections.list({});
  const { id: keyId } = await core.client.keys.put({ connectionId, alias: 'second', secret: 'CANARY-second-88' });
  const headers: [string, string][] = [['X-Tenant', 'CANARY-second-88']];
  let recorded = '';
  const body = { kind: 'json' as const, text: '{"model":"demo-chat","messages":[]}' };
  const draft = { connectionId, keyId, routeId: 'chat.completions' as const, headers, body };
  for await (const part of core.client.exchanges.run(draft)) if (part.type === 'run-start') recorded = part.exchangeId;
  await core.close();

  const before = gateway.requestLog().length;
  const alone = await wire('replay', recorded, '--key-env', 'OTHER_KEY');
  expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('--header "X-Tenant: VALUE"')]);
  expect(gateway.requestLog()).toHaveLength(before);
  await wire('replay', recorded, '--key-env', 'OTHER_KEY', '--header', 'x-tenant: mine');
  expect(gateway.requestLog().at(-1)?.headers['x-tenant']).toBe('mine');
  await wire('delete', recorded, '--yes');
});

test('curl prints a command, since filters by time, and delete removes', async () => {
  expect((await wire('curl', id)).stdout).toMatch(/^curl [\s\S]*chat\/completions[\s\S]*PATCHBAY_API_KEY/);
  expect((await wire('list', '--since', '1h')).stdout).toContain(id.slice(0, 8));
  expect(await wire('list', '--since', '2999-01-01')).toMatchObject({
    stdout: '',
    stderr: expect.stringContaining('No'),
  });
  const [newest = ''] = (await wire('list')).stdout.split(' ');
  expect(await wire('delete', newest)).toMatchObject({ code: 2, stderr: expect.stringContaining('add --yes') });
  expect(await wire('delete', newest, '--yes')).toMatchObject({ code: 0, stderr: 'Deleted 1 recorded request.\n' });
  expect((await wire('list')).stdout).not.toContain(newest);
});

test.each([
  [['show', 'ffffffff'], 'There is no request "ffffffff".'],
  [['show'], 'Missing request ID.'],
  [['har', id], 'Missing request ID.'],
  [['list', '--status', 'bad'], '--status must be a status such as 429'],
  [['list', '--since', 'soon'], '--since must be a time such as 30m'],
  [['show', id, '--set', 'a=b'], 'wire show has no option --set'],
  [['shwo', 'a'], 'Did you mean show?'],
])('%j ends with a usage error', async (args, message) => {
  expect(await wire(...args.filter(Boolean))).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
});

test('requests to a gateway that is not saved are added to the history, and not with --no-history', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'patchbay-unsaved-'));
  const run = (...args: string[]) =>
    program(args, { cwd: folder, env: { PATCHBAY_DATA_DIR: folder, PATCHBAY_API_KEY: key } });
  const chat = ['chat', 'Kept', '--base-url', gateway.url, '-m', 'demo-chat'];
  expect((await run(...chat, '--no-history')).stderr).not.toContain('recorded as');
  expect((await run('wire', 'list')).stdout).toBe('');
  expect((await run(...chat)).stderr).toContain('recorded as');
  expect((await run(...chat)).code).toBe(0);
  const listed = (await run('wire', 'list', '--json')).stdout.trim().split('\n');
  expect(listed).toHaveLength(2);
  const { id: recorded } = JSON.parse(listed[0] as string) as { id: string };
  const shown = JSON.parse((await run('wire', 'show', recorded, '--json')).stdout);
  expect(shown).toMatchObject({ status: 200, model: 'demo-chat' });
  expect(JSON.parse(shown.requestBody.data).messages[0].content).toBe('Kept');
  expect(JSON.stringify(shown)).not.toContain(key);
  const again = await run('wire', 'replay', recorded);
  expect(again).toMatchObject({ code: 2 });
  expect(again.stderr).toContain('name a gateway with --connection or --base-url');
  expect((await run('connections', 'list', '--json')).stdout).toBe('');
  await rm(folder, { recursive: true });
});

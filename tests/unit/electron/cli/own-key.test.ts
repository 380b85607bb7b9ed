import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openSavedCore, openSession } from '../../../../electron/cli/commands/session.ts';
import { program } from '../../../support/cli/run-here.ts';
import { createMemoryVault } from '../../../support/core/memory-vault.ts';
import { openCore, readParts } from '../../../support/core/open-core.ts';
import { tempFolder } from '../../../support/core/temp-folder.ts';
import { startTunnelProxy, type TunnelProxy } from '../../../support/exchange/tunnel-proxy.ts';

const secret = 'sk-CANARY-of-the-command-line';
let proxy: TunnelProxy;
let folder = '';
beforeEach(async () => {
  proxy = await startTunnelProxy(1, { refuse: 'HTTP/1.1 502 Enough\r\ncontent-length: 0\r\n\r\n' });
  folder = tempFolder();
  vi.stubEnv('PATCHBAY_DATA_DIR', folder);
});
afterEach(() => {
  proxy.close();
  vi.unstubAllEnvs();
});

/** A connection with a login for its own proxy, saved by another host that has exited. */
async function saveConnection() {
  const vault = createMemoryVault();
  const core = await openCore({ dataFolder: folder, vault });
  const { id } = await core.client.connections.save({
    name: 'Work',
    baseAddress: 'https://gateway.test',
    proxy: { mode: 'custom', address: `http://${proxy.address}`, bypass: '', user: 'me' },
  });
  await core.client.connections.putProxyPassword({ id, password: 'proxy-pass-77' });
  await core.close();
  return vault;
}

test('a saved connection with an external key keeps its proxy login, and saves neither', async () => {
  const vault = await saveConnection();
  const before = [...vault.secrets];
  const session = await openSession({ kind: 'saved', name: 'work', secret }, '1', { vault: async () => vault });
  const { client, connectionId } = session;
  await readParts(client.exchanges.run({ connectionId, routeId: 'models', body: { kind: 'none' } }));
  expect(proxy.heads[0]).toContain(`Proxy-Authorization: Basic ${btoa('me:proxy-pass-77')}\r\n`);
  expect(proxy.heads.join()).not.toContain(secret);
  await session.close();
  expect([...vault.secrets]).toEqual(before);
});

test('a password lost by the vault is reported before anything is sent', async () => {
  const vault = await saveConnection();
  vault.secrets.clear();
  const opening = openSession({ kind: 'saved', name: null, secret }, '1', { vault: async () => vault });
  await expect(opening).rejects.toMatchObject({ failure: { code: 'proxy' } });
  expect(proxy.heads).toEqual([]);
});

/** Starts a gateway with one model, which its list gives a price. */
async function pricedGateway() {
  const pricing = { prompt: '0.000002', completion: '0.000004' };
  const server = createServer((request, response) => {
    response.writeHead(request.url?.startsWith('/v1/') ? 200 : 404, { 'content-type': 'application/json' });
    const message = { role: 'assistant', content: 'Ten.' };
    const usage = { prompt_tokens: 1000, completion_tokens: 500, total_tokens: 1500 };
    const reply = { object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }], usage };
    const list = { object: 'list', data: [{ id: 'lathe-2', object: 'model', pricing }] };
    response.end(JSON.stringify(request.method === 'GET' ? list : reply));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('prices, the model list and costs belong to the connection, also with a key of the environment', async () => {
  const env = { PATCHBAY_API_KEY: 'sk-of-the-environment', PATCHBAY_DATA_DIR: folder };
  const run = (...args: string[]) => program(args, { env });
  await run('connections', 'add', 'work', '--base-url', await pricedGateway());
  const ask = ['chat', 'Ten?', '--model', 'lathe-2', '--json', '--set', 'stream=false'];
  const costOf = (stdout: string) => JSON.parse(stdout.trim().split('\n').at(-1) ?? '').cost;

  expect(costOf((await run(...ask)).stdout)).toMatchObject({ money: null, gap: 'no-price' });

  await run('models');
  expect((await run('prices', 'list')).stdout).toMatch(/^lathe-2 .*\$2 per 1M,.*listing$/m);
  expect((await run('__complete', 'chat', '--model', '')).stdout).toContain('lathe-2\n');
  // $0.002 for the prompt and as much for the reply.
  expect(costOf((await run(...ask)).stdout)).toMatchObject({ money: { nano: 4_000_000, currency: 'USD' } });
  const plan = await run('compare', 'Ten?', '--model', 'lathe-2', '--max-cost', '1', '--max-tokens', '9000', '--plan');
  expect([plan.code, plan.stderr]).toEqual([0, expect.stringMatching(/about \$/)]);

  // The requests of before the list have their cost now as well.
  const set = await run('prices', 'set', 'lathe-2', 'inputPerMillion=1', 'outputPerMillion=2', '--recalculate');
  expect(set.stderr).toContain('2 earlier requests recalculated');
  const list = (await run('wire', 'list', '--route', 'chat.completions', '--connection', 'work')).stdout;
  expect(list.match(/\$0\.002 /g)).toHaveLength(2);
  expect(costOf((await run(...ask)).stdout)).toMatchObject({ money: { nano: 2_000_000 } });

  const core = await openSavedCore('1', { vault: async () => createMemoryVault() });
  onTestFinished(() => core.close());
  expect(await core.client.keys.status({})).toEqual([]);
});

test('--demo shows costs, and its own listing is no request of the command', async () => {
  const { stdout, stderr } = await program(['chat', 'hi', '--demo', '--json', '--verbose', '--set', 'max_tokens=4']);
  expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '').cost).toMatchObject({ money: { currency: 'USD' } });
  expect(stderr).not.toContain('/v1/models');
});

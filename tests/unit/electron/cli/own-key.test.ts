import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSession } from '../../../../electron/cli/commands/session.ts';
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

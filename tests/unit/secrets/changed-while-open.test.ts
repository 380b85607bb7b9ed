import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { createMemoryVault, type MemoryVault } from '../../support/core/memory-vault.ts';
import { openCore, readParts } from '../../support/core/open-core.ts';
import { tempFolder } from '../../support/core/temp-folder.ts';
import { canariesIn, canaryKey } from '../../support/exchange/canary.ts';
import { authority, otherName } from '../../support/exchange/certificates.ts';
import { startTunnelProxy } from '../../support/exchange/tunnel-proxy.ts';
import { json, startRecordingServer } from '../../support/exchange/wire-server.ts';

/** Edits a database as another program does while the core runs. */
function edit(dataFolder: string, sql: string): void {
  const other = new DatabaseSync(path.join(dataFolder, 'patchbay.db'));
  other.exec(sql);
  other.close();
}

async function serve(...secure: [{ cert: string; key: string }?]) {
  const listing = { object: 'list', data: [{ id: 'm-1', object: 'model' }] };
  const server = await startRecordingServer(({ socket }) => socket.write(json(listing)), ...secure);
  onTestFinished(() => server.close());
  return { ...server, heads: () => server.requests.map(({ head }) => head).join('\n') };
}

const send = async (
  { client }: Awaited<ReturnType<typeof openCore>>,
  connectionId: string,
  routeId: 'models' | 'native.models' = 'models',
) => {
  const parts = await readParts(client.exchanges.run({ connectionId, routeId, body: { kind: 'none' } }));
  return parts.find((part) => part.type === 'run-end');
};

async function openWithKey(vault = createMemoryVault('keyring')) {
  const gateway = await serve();
  const dataFolder = tempFolder();
  const core = await openCore({ dataFolder, vault });
  const { id } = await core.client.connections.save({ name: 'A', baseAddress: gateway.url });
  await core.client.keys.put({ connectionId: id, alias: '', secret: canaryKey });
  return { gateway, vault, dataFolder, core, id, edit: (sql: string) => edit(dataFolder, sql) };
}

test.each([['query'], ['query 0123'], ['Cookie'], ['X-Forwarded-For']])(
  'a learned style that another program stored sends no key: %s',
  async (style) => {
    const { gateway, core, id, edit } = await openWithKey();
    edit(`INSERT INTO native_key_styles (connection_id, key_id, style, listed_at)
      SELECT connection_id, id, '${style}', 1 FROM keys`);
    await send(core, id, 'native.models');
    expect(gateway.heads()).toContain(`x-goog-api-key: ${canaryKey}`);
    expect(canariesIn(gateway.heads().replace(`x-goog-api-key: ${canaryKey}`, ''))).toEqual([]);
  },
);

test('a header that names where the gateway forwards the key needs the user', async () => {
  const { gateway, core, id, edit } = await openWithKey();
  edit(`UPDATE connections SET headers = '[["x-portkey-host","http://e.il"]]'`);
  expect(await send(core, id)).toMatchObject({ error: { code: 'no-key' } });
  expect(await core.client.keys.status({})).toMatchObject([{ state: 'enter-again', reason: 'changed' }]);
  expect(gateway.requests).toEqual([]);
  const [connection] = await core.client.connections.list({});
  await core.client.connections.save({ ...connection!, name: 'seen' });
  expect(await send(core, id)).toMatchObject({ state: 'done' });
});

test('a certificate authority that the user did not save gets no key', async () => {
  const { gateway, core, id, edit } = await openWithKey();
  edit(`UPDATE connections SET extra_ca = json_object('name', 'x', 'pem', '${authority}')`);
  expect(await send(core, id)).toMatchObject({ error: { code: 'no-key' } });
  expect(gateway.requests).toEqual([]);
});

/** A vault that calls back each time it has returned a secret: a keychain takes its time. */
function slowVault(vault: MemoryVault, onTaken: () => void): MemoryVault {
  return {
    ...vault,
    async take(id) {
      const text = await vault.take(id);
      if (!id.startsWith('seal')) onTaken();
      return text;
    },
  };
}

test('a key is not sent as planned when only the stored connection was set back meanwhile', async () => {
  const { gateway, core: first, vault, dataFolder, id } = await openWithKey();
  await first.close();
  const core = await openCore({
    dataFolder,
    vault: slowVault(vault, () => edit(dataFolder, `UPDATE connections SET base_address = '${gateway.url}'`)),
  });
  edit(dataFolder, `UPDATE connections SET base_address = '${gateway.url}/tenant-of-evil'`);
  expect(await send(core, id)).toMatchObject({ error: { code: 'no-key' } });
  expect(gateway.requests).toEqual([]);
});

test('nor is the password of a proxy', async () => {
  const gateway = await serve(otherName);
  const [own, evil] = [await startTunnelProxy(gateway.port), await startTunnelProxy(gateway.port)];
  onTestFinished(() => {
    own.close();
    evil.close();
  });
  const vault = createMemoryVault('keyring');
  const dataFolder = tempFolder();
  const first = await openCore({ dataFolder, vault });
  const { id } = await first.client.connections.save({
    ...{ name: 'A', baseAddress: 'https://other.test' },
    proxy: { mode: 'custom', address: `http://${own.address}`, user: 'me' },
  });
  await first.client.connections.putProxyPassword({ id, password: 'proxy-CANARY-77' });
  await first.client.keys.put({ connectionId: id, alias: '', secret: canaryKey });
  await send(first, id);
  expect(own.heads.join()).toContain(btoa('me:proxy-CANARY-77'));
  await first.close();
  const move = (from: string, to: string) =>
    edit(
      dataFolder,
      `UPDATE connections SET proxy = replace(proxy, '${from}', '${to}'), proxy_secret_for = 'http://${to}'`,
    );
  move(own.address, evil.address);
  const core = await openCore({ dataFolder, vault: slowVault(vault, () => move(evil.address, own.address)) });
  await send(core, id);
  expect(evil.heads.join()).not.toContain(btoa('me:proxy-CANARY-77'));
});

import net from 'node:net';
import { expect, test } from 'vitest';
import type { Change } from '#shared/contract/host.ts';
import { chatDraft, openCore, readParts, textOf } from '../../../../support/core/open-core.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';

/** Records which areas change from now on. */
function listen(changes: AsyncIterable<Change>) {
  const announced: string[] = [];
  void (async () => {
    for await (const { area, id } of changes) announced.push(id ? `${area} ${id}` : area);
  })().catch(() => {});
  return announced;
}

test('a status light turns on with the first response, is announced, and survives a restart', async () => {
  const dataFolder = tempFolder();
  const first = await openCore({ dataFolder });
  const { client } = first;
  const { connectionId } = await client.demo.start({});
  const id = connectionId ?? '';
  expect(await client.connections.lights({})).toMatchObject([{ connectionId: id, state: 'untried' }]);
  const announced = listen(client.host.changes({}));
  const parts = await readParts(client.exchanges.run(chatDraft(id, 'Hi')));
  expect(textOf(parts)).not.toBe('');
  const [light] = await client.connections.lights({});
  expect(light).toMatchObject({ state: 'connected', failures: 0 });
  await expect.poll(() => announced).toContain(`connections ${id}`);
  const [key] = await client.keys.status({});
  expect(key?.lastUsedAt).toBeGreaterThan(0);
  await expect.poll(() => announced).toContain(`keys ${key?.id}`);
  await client.demo.stop({});
  await first.close();
  const second = await openCore({ dataFolder });
  expect(await second.client.connections.lights({})).toEqual([light]);
});

test('an unreachable gateway shows its failure, and correcting the address resets the status', async () => {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  const { client } = await openCore({ dataFolder: tempFolder() });
  const { id } = await client.connections.save({ name: 'Gone', baseAddress: `http://127.0.0.1:${port}` });
  await client.models.list({ connectionId: id, refresh: true });
  const [light] = await client.connections.lights({});
  expect(light).toMatchObject({ state: 'failing', failure: { code: 'refused' } });
  expect(light?.failures).toBeGreaterThanOrEqual(2);
  await client.connections.save({ id, name: 'Gone', baseAddress: 'https://gate.example' });
  expect(await client.connections.lights({})).toMatchObject([{ state: 'untried', failures: 0 }]);
});

test('a request with a disabled key is refused by name, and nothing is sent', async () => {
  const { client } = await openCore({ dataFolder: tempFolder() });
  const { connectionId } = await client.demo.start({});
  const [key] = await client.keys.status({});
  await client.keys.enable({ id: key?.id ?? '', enabled: false });
  for (const keyId of [undefined, key?.id]) {
    const draft = chatDraft(connectionId ?? '', 'Hi');
    const parts = await readParts(client.exchanges.run(keyId ? { ...draft, keyId } : draft));
    expect(parts.at(-1)).toMatchObject({ state: 'failed', sent: 'not-sent', error: { code: 'no-key' } });
  }
});

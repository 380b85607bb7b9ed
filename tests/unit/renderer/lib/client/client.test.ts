import { expect, test } from 'vitest';
import { type Client, type Core, contract } from '#shared/contract/index.ts';
import { connect } from '#shared/rpc/connect.ts';
import { serve } from '#shared/rpc/serve.ts';
import { createPair } from '#shared/rpc/transport.ts';
import { stableClient } from '../../../../../renderer/lib/client/client.ts';
import { contractKinds } from '../../../../../renderer/lib/client/contract-kinds.ts';

const kindsOf = (areas: object) =>
  Object.entries(areas).flatMap(([area, entries]) =>
    Object.entries(entries as Record<string, { kind: string }>).map(([name, { kind }]) => `${kind} ${area}.${name}`),
  );

test('the outline names every entry of the contract with its kind, and no other', () => {
  expect(kindsOf(contractKinds)).toEqual(kindsOf(contract));
});

/** A core that handles two calls, on the far side of a real transport. */
function openClient(): Client {
  const [page, core] = createPair();
  const handlers = {
    settings: { all: () => ({ theme: 'dark' }) },
    host: {
      async *changes() {
        yield { area: 'keys' };
        yield { area: 'models' };
      },
    },
  };
  serve(contract, handlers as unknown as Core, core);
  return connect(contractKinds, page) as Client;
}

test('calls and streams use the client that is open when they start', async () => {
  const client = stableClient(async () => openClient());
  expect(await client.settings.all({})).toEqual({ theme: 'dark' });
  const areas: string[] = [];
  for await (const { area } of client.host.changes({})) areas.push(area);
  expect(areas).toEqual(['keys', 'models']);
});

test('a connection that will never open rejects both kinds', async () => {
  const client = stableClient(() => Promise.reject(new Error('gone')));
  await expect(client.settings.all({})).rejects.toThrow('gone');
  await expect(client.host.changes({})[Symbol.asyncIterator]().next()).rejects.toThrow('gone');
});

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createCore } from '#core/index.ts';
import { startDemoGateway } from '#demo/gateway.ts';
import { contract } from '#shared/contract/index.ts';
import { connect } from '#shared/rpc/connect.ts';
import { serve } from '#shared/rpc/serve.ts';
import { createPair } from '#shared/rpc/transport.ts';
import { canaryVault } from '../../../../support/core/canary-vault.ts';
import { createHostServices } from '../../../../support/core/create-host-services.ts';
import { chatDraft, readParts } from '../../../../support/core/open-core.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';

const dayMs = 86_400_000;

/** A core whose clock is some days ahead. */
async function openAhead(dataFolder: string, days: number) {
  const clock = { now: () => Date.now() + days * dayMs, monotonic: () => performance.now() };
  const core = await createCore(createHostServices({ dataFolder, vault: canaryVault }), { clock });
  const [clientPort, serverPort] = createPair();
  const stop = serve(contract, core.handlers, serverPort);
  let isOpen = true;
  const close = async () => {
    if (isOpen) {
      stop();
      await core.close();
    }
    isOpen = false;
  };
  onTestFinished(close);
  return { client: connect(contract, clientPort), close };
}

test('a start with a clock 40 days ahead deletes nothing, says so, and goes on as usual when the clock is right', async () => {
  const gateway = await startDemoGateway({ paceTokensPerSecond: 0 });
  onTestFinished(() => gateway.close());
  const dataFolder = tempFolder();
  const first = await openAhead(dataFolder, 0);
  const { id } = await first.client.connections.save({ name: 'Demo', baseAddress: gateway.url });
  await first.client.keys.put({ connectionId: id, alias: 'main', secret: 'demo-key' });
  const send = (client: typeof first.client) => readParts(client.exchanges.run(chatDraft(id, 'hello')));
  for (let count = 0; count < 6; count += 1) await send(first.client);
  await first.close();
  const backups = path.join(dataFolder, 'backups');
  mkdirSync(backups, { recursive: true });
  const names = [1, 2, 3].map((day) => `history-2020-01-0${day}T00-00-00-000Z.00000000.db`);
  for (const name of names) writeFileSync(path.join(backups, name), 'x');

  const listed = async (client: typeof first.client) => (await client.exchanges.list({})).length;
  const ahead = await openAhead(dataFolder, 40);
  await send(ahead.client);
  expect(await listed(ahead.client)).toBe(7);
  const { notices } = await ahead.client.host.info({});
  expect(notices.map(({ id: notice }) => notice)).toContain('clock-in-doubt');
  await ahead.close();
  expect(readdirSync(backups).sort()).toEqual(names);

  const right = await openAhead(dataFolder, 0);
  await send(right.client);
  expect(await listed(right.client)).toBe(8);
  expect((await right.client.host.info({})).notices).toEqual([]);
});

// A sheet and a check on a disk that fills while they run. Nothing is sent while the disk is full, and both go on when
// there is room again. Prints one JSON line.
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createCore } from '#core/index.ts';
import { contract } from '#shared/contract/index.ts';
import { connect } from '#shared/rpc/connect.ts';
import { serve } from '#shared/rpc/serve.ts';
import { createPair } from '#shared/rpc/transport.ts';
import { laneOf } from '../../support/compare/lane-of.ts';
import { canaryVault } from '../../support/core/canary-vault.ts';
import { createHostServices } from '../../support/core/create-host-services.ts';

const [, , folder = ''] = process.argv;
const text = 'word '.repeat(2_000);
const message = { role: 'assistant', content: text };
const body = JSON.stringify({ id: 'x', choices: [{ index: 0, message, finish_reason: 'stop' }] });
let requests = 0;
const server = createServer((request, response) => {
  requests += 1;
  request.resume();
  setTimeout(() => response.setHeader('content-type', 'application/json').end(body), 20);
}).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));

const dataFolder = path.join(folder, 'data');
const core = await createCore(createHostServices({ dataFolder, vault: canaryVault }));
const [clientPort, serverPort] = createPair();
serve(contract, core.handlers, serverPort);
const client = connect(contract, clientPort);
const baseAddress = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const { id: connectionId } = await client.connections.save({ name: 'Tested', baseAddress });
await client.keys.put({ connectionId, alias: 'main', secret: 'demo-key' });

const cells = 60;
const { runId } = await client.compare.start({
  prompt: '{{row}}',
  lanes: [laneOf(connectionId)('a', 'm', { fields: {} })],
  rows: Array.from({ length: cells }, (_, at) => ({ id: `r${at}`, values: { row: `r${at}` } })),
  concurrency: 2,
});
const check = await client.checks.start({ input: { connectionId, concurrency: 1 } });
const sheet = () => client.compare.get({ runId });
while ((await sheet()).ended < 16) await wait(5);
const filler = path.join(folder, 'filler');
try {
  for (;;) writeFileSync(filler, Buffer.alloc(8_192, 1), { flag: 'a' });
} catch {
  // Nothing fits any more.
}
const isSaving = async () => (await client.host.info({})).saving;
while (await isSaving()) await wait(20);
await wait(1_500);
const [atFull, sentAtFull] = [await sheet(), requests];
const banner = (await client.host.info({})).notices.at(-1)?.message ?? '';
await wait(1_500);
const sentMeanwhile = requests - sentAtFull;
rmSync(filler, { force: true });
const over = async (watching: AsyncIterable<unknown>) => {
  for await (const _ of watching);
};
await over(client.compare.watch({ runId }));
await over(client.checks.watch({ runId: check.runId }));
const [run, checked] = [await sheet(), await client.checks.get({ runId: check.runId })];
while (!(await isSaving())) await wait(20);
await core.close();

const again = await createCore(createHostServices({ dataFolder, vault: canaryVault }));
const ids = run.input.rows.map(({ id }) => JSON.stringify([id, 'a', 0]));
const stored = await again.handlers.compare.cells({ runId, ids }, { signal: new AbortController().signal } as never);
const kept = stored.filter((cell) => cell.text === text).length;
await again.close();
server.close();
const endedAtFull = atFull.ended;
const states = [atFull.state, run.state, checked.state];
const line = { states, endedAtFull, sentMeanwhile, callsMade: run.callsMade, kept, cells, banner };
process.stdout.write(`${JSON.stringify(line)}\n`);
process.exit(0);

import { createCore } from '#core/index.ts';
import { contract } from '#shared/contract/index.ts';
import { connect } from '#shared/rpc/connect.ts';
import { serve } from '#shared/rpc/serve.ts';
import { createPair } from '#shared/rpc/transport.ts';
import { laneOf } from '../../../../support/compare/lane-of.ts';
import { canaryVault } from '../../../../support/core/canary-vault.ts';
import { createHostServices } from '../../../../support/core/create-host-services.ts';

// Runs a sheet and prints the row of each cell that has ended.
const [dataFolder = '', baseAddress = '', rows = '0'] = process.argv.slice(2);
const core = await createCore(createHostServices({ dataFolder, vault: canaryVault }));
const [clientPort, serverPort] = createPair();
serve(contract, core.handlers, serverPort);
const client = connect(contract, clientPort);
const { id: connectionId } = await client.connections.save({ name: 'Tested', baseAddress });
await client.keys.put({ connectionId, alias: 'main', secret: 'demo-key' });
const { runId } = await client.compare.start({
  prompt: '{{row}}',
  lanes: [laneOf(connectionId)('a', 'm', { fields: {} })],
  rows: Array.from({ length: Number(rows) }, (_, at) => ({ id: `r${at}`, values: { row: `r${at}` } })),
  concurrency: 3,
});
for await (const news of client.compare.watch({ runId }))
  if (news.type === 'cell' && news.cell.state === 'done') process.stdout.write(`${news.cell.rowId}\n`);

/** A core in its own process, with work of every kind in progress, until it is killed. Prints the ids. */
import { setTimeout as wait } from 'node:timers/promises';
import { createCore } from '#core/index.ts';
import { contract } from '#shared/contract/index.ts';
import { connect } from '#shared/rpc/connect.ts';
import { serve } from '#shared/rpc/serve.ts';
import { createPair } from '#shared/rpc/transport.ts';
import { canaryVault } from '../../support/core/canary-vault.ts';
import { createHostServices } from '../../support/core/create-host-services.ts';
import { canaryKey } from '../../support/exchange/canary.ts';
import { beginSix } from './six-works.ts';

const [dataFolder = '', baseAddress = '', timings = '{}'] = process.argv.slice(2);
const core = await createCore(createHostServices({ dataFolder, vault: canaryVault }), {
  taskTimings: JSON.parse(timings),
});
const [clientPort, serverPort] = createPair();
serve(contract, core.handlers, serverPort);
const client = connect(contract, clientPort);
const { id: connectionId } = await client.connections.save({ name: 'gateway', baseAddress });
await client.keys.put({ connectionId, alias: 'canary', secret: canaryKey });
const ids = await beginSix(client, connectionId, core, { underWay: Promise.resolve() });
// Arrived data is on disk a quarter of a second later at most.
await wait(400);
process.stdout.write(`${JSON.stringify(ids)}\n`);

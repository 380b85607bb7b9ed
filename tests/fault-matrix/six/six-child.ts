/** A core in a process of its own, with work of every kind under way, until it is killed. Prints the ids. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Vault } from '#core/host-services.ts';
import { createCore } from '#core/index.ts';
import { contract } from '#shared/contract/index.ts';
import { connect } from '#shared/rpc/connect.ts';
import { createPair } from '#shared/rpc/pair.ts';
import { serve } from '#shared/rpc/serve.ts';
import { createHostServices } from '../../support/core/create-hands.ts';
import { canaryKey } from '../../support/exchange/canary.ts';
import { beginSix } from './six-works.ts';

/** Gives the canary for every key: a vault that outlives its process. */
const vault: Vault = {
  protection: 'keyring',
  put: async () => {},
  take: async () => canaryKey,
  forget: async () => {},
};

const [dataFolder = '', baseAddress = '', timings = '{}'] = process.argv.slice(2);
const core = await createCore(createHostServices({ dataFolder, vault }), { taskTimings: JSON.parse(timings) });
const [asker, answerer] = createPair();
serve(contract, core.handlers, answerer);
const client = connect(contract, asker);
const { id: connectionId } = await client.connections.save({ name: 'gateway', baseAddress });
await client.keys.put({ connectionId, alias: 'canary', secret: canaryKey });
const ids = await beginSix(client, connectionId, core, { underWay: Promise.resolve() });
// What arrived is on the disk a quarter of a second later at most.
await wait(400);
process.stdout.write(`${JSON.stringify(ids)}\n`);

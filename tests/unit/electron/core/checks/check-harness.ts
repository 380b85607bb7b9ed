import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { onTestFinished } from 'vitest';
import type * as z from 'zod/mini';
import { type DemoGateway, startDemoGateway } from '#demo/gateway.ts';
import type { CheckCell, CheckRun, checkPlanInput } from '#shared/contract/checks.ts';
import type { Client } from '#shared/contract/index.ts';
import { openCore } from '../../../../support/core/open-core.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';
import { testFaults } from '../../../../support/demo-faults/index.ts';

export type Input = Omit<z.input<typeof checkPlanInput>, 'connectionId'>;

export interface CheckHarness {
  client: Client;
  connectionId: string;
  dataFolder: string;
  /** Lists the models of every key. */
  list(): Promise<void>;
  /** Runs a check to its end. */
  run(input?: Input): Promise<CheckRun>;
}

/** A core with a connection to a gateway and keys by alias; the alias of a key is its secret. */
export async function openHarness(address: string, keys: readonly string[] = ['demo-key']): Promise<CheckHarness> {
  const dataFolder = tempFolder();
  const { client } = await openCore({ dataFolder });
  const { id: connectionId } = await client.connections.save({ name: 'Tested', baseAddress: address });
  for (const secret of keys) await client.keys.put({ connectionId, alias: secret, secret });
  return {
    client,
    connectionId,
    dataFolder,
    async list() {
      for (const { id: keyId } of await client.keys.status({ connectionId }))
        await client.models.list({ connectionId, keyId, refresh: true });
    },
    async run(input = {}) {
      const { runId } = await client.checks.start({ input: { connectionId, ...input } });
      return finish(client, runId);
    },
  };
}

/** Watches a run to its end. */
export async function finish(client: Client, runId: string): Promise<CheckRun> {
  for await (const _ of client.checks.watch({ runId }));
  return client.checks.get({ runId });
}

export async function openDemo(pace = 0): Promise<DemoGateway> {
  const gateway = await startDemoGateway({ moreFaults: testFaults, paceTokensPerSecond: pace });
  onTestFinished(() => gateway.close());
  return gateway;
}

/** Starts a custom gateway; returns its address. `onUpgrade` answers handshakes, which are requests like others without it. */
export async function openServer(
  listener: RequestListener,
  onUpgrade?: (request: IncomingMessage, socket: Duplex) => void,
): Promise<string> {
  const server = createServer(listener);
  if (onUpgrade) server.on('upgrade', onUpgrade);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export function cell(run: CheckRun, routeId: CheckCell['routeId'], keyAlias = 'demo-key'): CheckCell {
  const found = run.rows.find((one) => one.routeId === routeId && one.keyAlias === keyAlias);
  if (!found) throw new Error(`there is no cell for ${routeId} with ${keyAlias}`);
  return found;
}

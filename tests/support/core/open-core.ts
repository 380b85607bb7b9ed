import { onTestFinished } from 'vitest';
import type { HostServices } from '#core/host-services.ts';
import { createCore, type RunningCore } from '#core/index.ts';
import { startDemoGateway } from '#demo/gateway.ts';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import { type Client, contract } from '#shared/contract/index.ts';
import type { Part } from '#shared/protocol/part.ts';
import { connect } from '#shared/rpc/connect.ts';
import { serve } from '#shared/rpc/serve.ts';
import { createPair } from '#shared/rpc/transport.ts';
import { testFaults } from '../demo-faults/index.ts';
import { createHostServices } from './create-host-services.ts';

/** A core with the real demo gateway, and a page's side of it over an in-memory transport. */
export async function openCore(
  parts: Partial<HostServices> & Pick<HostServices, 'dataFolder'>,
): Promise<RunningCore & { client: Client }> {
  const startDemo = () => startDemoGateway({ paceTokensPerSecond: 0, moreFaults: testFaults });
  const core = await createCore(createHostServices({ startDemo, ...parts }));
  const [clientPort, serverPort] = createPair();
  const stop = serve(contract, core.handlers, serverPort);
  const close = async () => {
    stop();
    await core.close();
  };
  onTestFinished(close);
  return { ...core, close, client: connect(contract, clientPort) };
}

export const chatDraft = (connectionId: string, text: string, model = 'demo-chat'): DraftInput => ({
  connectionId,
  routeId: 'chat.completions',
  body: {
    kind: 'json',
    text: JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: text }] }),
  },
});

export async function readParts(parts: AsyncIterable<Part>): Promise<Part[]> {
  const read: Part[] = [];
  for await (const part of parts) read.push(part);
  return read;
}

export const textOf = (parts: readonly Part[]): string =>
  parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join('');

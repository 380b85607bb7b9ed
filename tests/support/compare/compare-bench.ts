import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { RunningCore } from '#core/index.ts';
import { startDemoGateway } from '#demo/gateway.ts';
import { type CompareCell, type CompareNews, type CompareRun, compareRouteIds } from '#shared/contract/compare.ts';
import type { Client } from '#shared/contract/index.ts';
import { openCore } from '../core/open-core.ts';
import { tempFolder } from '../core/temp-folder.ts';
import { type Input, laneOf } from './lane-of.ts';

/** A core with one connection to a gateway and a key. */
export async function openAt(address: string, dataFolder = tempFolder()) {
  const core = await openCore({ dataFolder });
  const { id: connectionId } = await core.client.connections.save({
    name: 'Tested',
    baseAddress: address,
    exposedRoutes: [...compareRouteIds],
  });
  await core.client.keys.put({ connectionId, alias: 'main', secret: 'demo-key' });
  return { ...core, connectionId, lane: laneOf(connectionId) };
}

export async function openDemo() {
  const gateway = await startDemoGateway({ paceTokensPerSecond: 0 });
  onTestFinished(() => gateway.close());
  return openAt(gateway.url);
}

/** Starts a server until the end of the test; returns its address. */
export async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export const openServer = async (listener: RequestListener) => openAt(await startServer(listener));

interface ChatBody {
  model: string;
  messages: { role: string; content: string }[];
}

/** Answers requests by their bodies. */
export const onBody =
  (answer: (body: ChatBody, response: ServerResponse) => void): RequestListener =>
  (request: IncomingMessage, response) => {
    let body = '';
    request.on('data', (bytes: Buffer) => {
      body += bytes.toString();
    });
    request.on('end', () => answer(JSON.parse(body) as ChatBody, response));
  };

export async function finish(client: Client, runId: string) {
  const ids: string[] = [];
  const news: CompareNews[] = [];
  for await (const item of client.compare.watch({ runId })) {
    news.push(item);
    if (item.type === 'cell' && !ids.includes(item.cell.id)) ids.push(item.cell.id);
  }
  const run: CompareRun = await client.compare.get({ runId });
  const cells: CompareCell[] = await client.compare.cells({ runId, ids });
  return { run, cells, news };
}

export const runToEnd = async (client: Client, input: Input) =>
  finish(client, (await client.compare.start(input)).runId);

/** The body of a reply of a gateway that does not stream. */
export const reply = (text: string, usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }) =>
  JSON.stringify({
    id: 'x',
    object: 'chat.completion',
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    usage,
  });

/** Sends a body as JSON. */
export const sendJson = (response: ServerResponse, body: string): void =>
  void response.setHeader('content-type', 'application/json').end(body);

export async function readText(files: RunningCore['files'], id: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await files.open(id))?.stream() ?? []) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

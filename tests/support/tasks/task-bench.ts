import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { HostServices } from '#core/host-services.ts';
import { type CoreOptions, createCore } from '#core/index.ts';
import type { ConnectionDraft } from '#shared/contract/connections.ts';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import { type Client, contract } from '#shared/contract/index.ts';
import type { TaskDetail } from '#shared/contract/tasks.ts';
import { connect } from '#shared/rpc/connect.ts';
import { serve } from '#shared/rpc/serve.ts';
import { createPair } from '#shared/rpc/transport.ts';
import { createHostServices } from '../core/create-host-services.ts';
import { withEmptyHistory } from '../core/empty-history.ts';
import { tempFolder } from '../core/temp-folder.ts';
import { canaryKey } from '../exchange/canary.ts';
import { quick } from './quick-timings.ts';

export interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

type Answer = (request: Seen, response: ServerResponse, count: number) => unknown;

/** A gateway that responds as a test says; `count` counts the requests of one line from 1. */
export async function startGateway(routes: Readonly<Record<string, Answer>>) {
  const seen: Seen[] = [];
  const counts = new Map<string, number>();
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = request;
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const one = { method, url, headers, body: Buffer.concat(pieces).toString('utf8') };
    seen.push(one);
    const line = `${method} ${url}`;
    const name =
      Object.keys(routes).find((key) => line === key) ?? Object.keys(routes).find((key) => line.startsWith(key));
    const count = (counts.get(name ?? line) ?? 0) + 1;
    counts.set(name ?? line, count);
    if (name === undefined) return json(response, { error: { message: 'Not Found', type: 'not_found_error' } }, 404);
    await (routes[name] as Answer)(one, response, count);
  };
  const server = createServer((request, response) => void take(request, response));
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    count: (line: string) => seen.filter(({ method, url }) => `${method} ${url}`.startsWith(line)).length,
    close,
  };
}

export function json(response: ServerResponse, document: unknown, status = 200, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(document));
}

/** A video by its first bytes, of the given total size. */
export function videoBytes(sizeBytes = 3000): Buffer {
  const videoFile = Buffer.alloc(sizeBytes, 7);
  videoFile.write('\x00\x00\x00\x1cftypisom', 0, 'latin1');
  return videoFile;
}

export function videoFile(response: ServerResponse, bytes = videoBytes(), headers: Record<string, string> = {}) {
  response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': String(bytes.length), ...headers });
  response.end(bytes);
}

/** The record of a task as the compatible surface returns it. */
export const video = (status: string, more: Record<string, unknown> = {}) => ({
  id: 'task_1',
  task_id: 'task_1',
  object: 'video',
  model: 'm-video',
  status,
  progress: 0,
  ...more,
});

/** A gateway on which one task completes at once. */
export const plainRoutes: Record<string, Answer> = {
  'POST /v1/videos': (_request, response) => json(response, video('queued')),
  'GET /v1/videos/task_1/content': (_request, response) => videoFile(response),
  'GET /v1/videos/task_1': (_request, response, count) =>
    json(response, count < 2 ? video('in_progress', { progress: 40 }) : video('completed', { metadata: { url: '' } })),
};

export interface Bench {
  client: Client;
  connectionId: string;
  folder: string;
  notes: string[];
  /** Submits a video and returns the id of its row. */
  submit(change?: Partial<DraftInput>, more?: Record<string, unknown>): Promise<string>;
  /** Waits until the task matches. */
  until(id: string, holds: (task: TaskDetail) => boolean): Promise<TaskDetail>;
  /** Reads the video of a task. */
  bytesOf(task: TaskDetail): Promise<Buffer>;
  close(): Promise<void>;
}

interface BenchParts {
  baseAddress: string;
  folder?: string;
  options?: CoreOptions;
  hostServices?: Partial<HostServices>;
  connection?: Partial<ConnectionDraft>;
  key?: string | null;
}

/** A core with one connection to a gateway, whose key is the canary. A second core on the same folder finds it there. */
export async function openBench(parts: BenchParts): Promise<Bench> {
  const { baseAddress, folder = withEmptyHistory(tempFolder()), options = {}, key = canaryKey } = parts;
  const notes: string[] = [];
  const plain = createHostServices({ dataFolder: folder, ...parts.hostServices });
  const shell = { ...plain.shell, notify: (title: string, body: string) => void notes.push(`${title}: ${body}`) };
  const core = await createCore({ ...plain, shell }, { taskTimings: quick, ...options } as CoreOptions);
  const [clientPort, serverPort] = createPair();
  const stop = serve(contract, core.handlers, serverPort);
  const client = connect(contract, clientPort);
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    stop();
    await core.close();
  };
  onTestFinished(close);
  const [known] = await client.connections.list({});
  const connection = known ?? (await client.connections.save({ name: 'gateway', baseAddress, ...parts.connection }));
  if (!known && key !== null) await client.keys.put({ connectionId: connection.id, alias: 'canary', secret: key });
  const connectionId = connection.id;

  return {
    client,
    connectionId,
    folder,
    notes,
    async submit(change = {}, more = {}) {
      const body = { kind: 'json' as const, text: JSON.stringify({ model: 'm-video', prompt: 'a hill' }) };
      const { id } = await client.tasks.submit({
        draft: { connectionId, routeId: 'videos', body, ...change },
        ...more,
      });
      return id;
    },
    async until(id, holds) {
      const leaving = new AbortController();
      const changes = client.host.changes({}, { signal: leaving.signal })[Symbol.asyncIterator]();
      try {
        for (let next = changes.next(); ; next = changes.next()) {
          next.catch(() => {});
          const task = await client.tasks.get({ id });
          if (holds(task)) return task;
          await next;
        }
      } finally {
        leaving.abort();
      }
    },
    async bytesOf({ result }) {
      const file = result.file && (await core.files.open(result.file.id));
      if (!file) throw new Error('there is no film');
      const pieces: Uint8Array[] = [];
      for await (const piece of file.stream()) pieces.push(piece);
      return Buffer.concat(pieces);
    },
    close,
  };
}

export const isSaved = ({ result }: TaskDetail): boolean => result.state === 'saved';
export const isOver = ({ endedAt }: TaskDetail): boolean => endedAt !== null;
export const noted = ({ marks }: TaskDetail): string[] => marks.map(({ kind, state }) => `${kind} ${state}`);

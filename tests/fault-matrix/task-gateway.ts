import { once } from 'node:events';
import type tls from 'node:tls';
import { json, type Received, type RecordingServer, startRecordingServer } from '../support/exchange/wire-server.ts';
import { gatewayName } from '../support/gateways/doors.ts';
import { answerForName, type NameAnswer } from '../support/gateways/host-names.ts';

/** Answers one request; `count` counts the requests of its kind from 1. */
export type Give = (request: Received, count: number, gateway: TaskGateway) => unknown;

/** A gateway with one task, on bare sockets. The state of the task and its video may change at any time. */
export interface TaskGateway {
  port: number;
  look: Give;
  give: Give;
  /** Requests by kind, in order of arrival. */
  readonly seen: { submissions: Received[]; looks: Received[]; films: Received[] };
  /** Bytes of requests that reached it. */
  receivedBytes(): number;
  /** Presents another certificate from the next connection on. */
  certify(options: tls.SecureContextOptions): void;
  /** The DNS result for its name from now on. */
  name(answer: NameAnswer): void;
  /** Ends it like a kill: nothing listens on its port any more. */
  down(): Promise<void>;
  /** Starts it again on the same port. */
  up(): Promise<void>;
  /** Resolves when no connection to it is open. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** The record of the task, as the compatible surface returns it. */
export const taskRecord = (status: string, more: Record<string, unknown> = {}) => ({
  id: 'task_1',
  task_id: 'task_1',
  object: 'video',
  model: 'm-video',
  status,
  progress: status === 'completed' ? 100 : 40,
  ...more,
});

export const tell =
  (status: string, more: Record<string, unknown> = {}): Give =>
  ({ socket }) =>
    socket.write(json(taskRecord(status, more)));

export async function startTaskGateway(
  { look, give }: Pick<TaskGateway, 'look' | 'give'>,
  secure?: tls.TlsOptions,
): Promise<TaskGateway> {
  const seen: TaskGateway['seen'] = { submissions: [], looks: [], films: [] };
  const answer = (request: Received) => {
    // A forwarding proxy sends absolute URLs.
    const path = request.target.replace(/^https?:\/\/[^/]+/, '').replace(/\?.*/, '');
    if (request.method === 'POST' && path === '/v1/videos') {
      seen.submissions.push(request);
      return request.socket.write(json(taskRecord('queued')));
    }
    if (path === '/v1/videos/task_1') return gateway.look(request, seen.looks.push(request), gateway);
    if (/^\/v1\/(?:videos\/task_1\/content|moved)$/.test(path))
      return gateway.give(request, seen.films.push(request), gateway);
    return request.socket.write(json({ error: { message: 'Not Found' } }, 404));
  };
  let server: RecordingServer | null = await startRecordingServer(answer, secure);
  const { port } = server;
  let earlierBytes = 0;
  const name = answerForName(gatewayName, '127.0.0.1');
  const down = async () => {
    const ending = server;
    server = null;
    if (!ending) return;
    earlierBytes += ending.receivedBytes();
    await ending.close();
  };
  const gateway: TaskGateway = {
    port,
    look,
    give,
    seen,
    receivedBytes: () => earlierBytes + (server?.receivedBytes() ?? 0),
    certify: (options) => server?.certify(options),
    name,
    down,
    async up() {
      server ??= await startRecordingServer(answer, secure, port);
    },
    idle: async () => server?.idle(),
    async close() {
      name(null);
      await down();
    },
  };
  return gateway;
}

/** Ends a gateway once the connection of a request is closed, so that what it wrote has arrived. */
export async function downAfter({ socket }: Pick<Received, 'socket'>, gateway: TaskGateway): Promise<void> {
  if (!socket.destroyed) await once(socket, 'close');
  await gateway.down();
}

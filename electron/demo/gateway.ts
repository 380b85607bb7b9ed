import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createResponseMemory } from './dialects/responses/response-memory.ts';
import { handleRequest } from './handle-request.ts';
import { type GatewayState, type IncomingRequest, newRequestId } from './incoming-request.ts';
import { createPromptMemory } from './language/usage.ts';
import { createImageStore } from './media/images/image-store.ts';
import { createVideoTasks } from './media/video/video-tasks.ts';
import { createUpgrades } from './realtime/upgrade.ts';
import { openBody } from './request-body.ts';
import { createRequestLog, type LoggedRequest, type RequestLog } from './request-log.ts';
import { play } from './responses/player.ts';
import { refusedWith } from './responses/reply.ts';
import type { Fault } from './scenarios/fault.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { faultNamed, faults } from './scenarios.ts';

export interface DemoOptions {
  /** Default: any free port. */
  port?: number;
  /** Default: `demo-key`. */
  key?: string;
  /** Default: about 60; 0 is as fast as possible. */
  paceTokensPerSecond?: number;
  /** Faults besides the usual ones; tests add theirs. */
  moreFaults?: readonly Fault[];
}

export interface DemoGateway {
  /** Address without a path, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  readonly port: number;
  readonly key: string;
  /** Tokens per second; 0 is as fast as possible. Responses in progress follow a change. */
  pace(): number;
  setPace(tokensPerSecond: number): void;
  /** The active scenario for every request that does not name one itself. */
  scenario(): string | null;
  /** Throws a RangeError for a name that is not in `scenarios`. */
  setScenario(name: string | null): void;
  readonly scenarios: readonly Scenario[];
  /** Returns the number of requests received since the start. */
  requests(): number;
  /** The last 200 requests as they really arrived. */
  requestLog(): readonly LoggedRequest[];
  /** Closes every connection and stops. */
  close(): Promise<void>;
}

/** Starts the demo gateway on 127.0.0.1. Rejects if the port is taken. */
export async function startDemoGateway(options: DemoOptions = {}): Promise<DemoGateway> {
  const { port: wantedPort = 0, key = 'demo-key', paceTokensPerSecond = 60, moreFaults = [] } = options;
  const scenarios = [...faults, ...moreFaults];
  let pace = paceTokensPerSecond;
  let scenario: string | null = null;
  let limitedCalls = 0;
  const log = createRequestLog();

  // No time limit on requests: large uploads may be slow, and only this machine can connect.
  const server = createServer({ requestTimeout: 0 });
  server.listen(wantedPort, '127.0.0.1');
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', reject);
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;

  const state: GatewayState = {
    key,
    origin: url,
    pace: () => pace,
    scenario: () => scenario,
    moreFaults,
    prompts: createPromptMemory(),
    responses: createResponseMemory(),
    images: createImageStore(),
    videos: createVideoTasks(() => pace),
    isOverLimit: () => ++limitedCalls % 2 === 0,
  };
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    void respond(openRequest(request, response, state, log));
  };
  server.on('request', serve);
  const upgrades = createUpgrades((request, response) => openRequest(request, response, state, log));
  server.on('upgrade', upgrades.take);
  // Without this a large upload would be accepted before its key was checked.
  server.on('checkContinue', serve);

  return {
    url,
    port,
    key,
    pace: () => pace,
    setPace(tokensPerSecond) {
      pace = tokensPerSecond;
    },
    scenario: () => scenario,
    setScenario(name) {
      if (name !== null && faultNamed(state, name) === null)
        throw new RangeError(`The demo gateway doesn't have a scenario named "${name}".`);
      scenario = name;
    },
    scenarios,
    requests: log.count,
    requestLog: log.list,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      upgrades.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function openRequest(
  request: IncomingMessage,
  response: ServerResponse,
  gateway: GatewayState,
  log: RequestLog,
): IncomingRequest {
  const { method = 'GET', url = '/', headers } = request;
  const [path = '/', query = ''] = url.split(/\?(.*)/s, 2);
  const record = log.begin(method, url, headers);
  const requestId = newRequestId();
  response.setHeader('x-oneapi-request-id', requestId);
  response.setHeader('x-new-api-version', 'demo');
  const left = new AbortController();
  response.once('close', () => left.abort());
  // A write after the connection broke, but before that was detected, must not crash the gateway.
  response.on('error', () => left.abort());
  return {
    request,
    response,
    method,
    path,
    query: new URLSearchParams(query),
    content: openBody(request, response, record),
    requestId,
    signal: left.signal,
    gateway,
    record,
  };
}

async function respond(incoming: IncomingRequest): Promise<void> {
  try {
    const reply = await handleRequest(incoming).catch((error: unknown) => {
      if (incoming.request.destroyed && !incoming.request.complete) throw error;
      return panic(error);
    });
    await play(reply, incoming);
  } catch {
    // The client disconnected, or the response failed after it had begun: nothing more can be sent on this connection.
    incoming.request.socket.destroy();
  } finally {
    const { response: respond } = incoming.record;
    if (respond.state === 'open') respond.state = 'abandoned';
  }
}

/** Returns new-api's response to a failed handler: the message and its own error type. */
function panic(error: unknown) {
  const message = `Panic detected, error: ${error instanceof Error ? error.message : String(error)}`;
  return refusedWith(500, { error: { message, type: 'new_api_panic' } });
}

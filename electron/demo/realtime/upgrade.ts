import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { authorizeSession, handleRequest as receiveRequest } from '../handle-request.ts';
import type { IncomingRequest } from '../incoming-request.ts';
import { serviceModel } from '../models.ts';
import { matchPath } from '../paths.ts';
import { play } from '../responses/player.ts';
import { modelMissing, Refusal, type Reply } from '../responses/reply.ts';
import type { SessionFault } from '../scenarios/scenario.ts';
import { spent } from '../scenarios/session-faults.ts';
import type { SessionDialect } from './event-names.ts';
import { serveSession } from './serve-session.ts';

/** Accepts WebSockets where the gateway has a route for them; everything else gets the HTTP response and is refused. */
export interface Upgrades {
  take(request: IncomingMessage, connection: Duplex, head: Buffer): void;
  /** Closes every session. */
  close(): void;
}

export function createUpgrades(
  openRequest: (request: IncomingMessage, response: ServerResponse) => IncomingRequest,
): Upgrades {
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: 32 * 1024 ** 2,
    handleProtocols: (protocols) => (protocols.has('realtime') ? 'realtime' : false),
  });

  async function upgradeRequest(request: IncomingMessage, connection: Duplex, head: Buffer): Promise<void> {
    takeKeyFromProtocol(request);
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(connection as Socket);
    const incoming = openRequest(request, response);
    const taken = await authorizeUpgrade(incoming);
    if ('steps' in taken) {
      await play(taken, incoming);
      (connection as Socket).destroySoon();
      return;
    }
    response.detachSocket(connection as Socket);
    incoming.record.response.status = 101;
    server.handleUpgrade(request, connection, head, (socket) => {
      socket.once('close', () => {
        incoming.record.response.state = 'complete';
      });
      const { prompts, pace } = incoming.gateway;
      const isTranscription = incoming.query.get('intent') === 'transcription';
      const dialect = dialectOf(request);
      serveSession({ ...taken, socket, connection, memory: prompts, pace, dialect, isTranscription });
    });
  }

  return {
    take(request, connection, head) {
      connection.on('error', () => {});
      upgradeRequest(request, connection, head).catch(() => connection.destroy());
    },
    close() {
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}

/**
 * Accepts the upgrade if the key is valid, the model exists and no scenario prevents it; otherwise returns the refusal.
 */
async function authorizeUpgrade(
  incoming: IncomingRequest,
): Promise<{ model: string; fault: SessionFault | null } | Reply> {
  try {
    const match = matchPath(incoming.method, incoming.path);
    if (match.kind !== 'route' || match.route !== 'realtime') return await receiveRequest(incoming);
    const authorized = authorizeSession(incoming);
    const model = incoming.query.get('model') ?? '';
    if (model === '') throw modelMissing(incoming);
    const isTranscription = incoming.query.get('intent') === 'transcription';
    serviceModel(authorized, model, isTranscription ? ['realtime', 'transcription'] : 'realtime');
    const isSpent = authorized.key.endsWith(`${incoming.gateway.key}-quota`);
    return { model, fault: isSpent ? spent : (authorized.fault?.session ?? null) };
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown.reply;
    throw thrown;
  }
}

const keyPrefix = 'openai-insecure-api-key.';

/**
 * New-api replaces the header by the list of subprotocols if there is one: the key in it is used, and a list without a
 * key is itself taken as the key.
 */
function takeKeyFromProtocol({ headers }: IncomingMessage): void {
  const list = headers['sec-websocket-protocol'];
  if (!list) return;
  const named = list
    .split(',')
    .map((name) => name.trim())
    .find((name) => name.startsWith(keyPrefix));
  headers.authorization = `Bearer ${named?.slice(keyPrefix.length) ?? list}`;
}

function dialectOf({ headers }: IncomingMessage): SessionDialect {
  const asked = `${headers['openai-beta'] ?? ''} ${headers['sec-websocket-protocol'] ?? ''}`;
  return /realtime=v1|openai-beta\.realtime-v1/.test(asked) ? 'beta' : 'ga';
}

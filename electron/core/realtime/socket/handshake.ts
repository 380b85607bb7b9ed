import type { SessionDraft } from '#shared/contract/realtime.ts';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import type { Prepared } from '../../exchange/prepare.ts';
import type { Destination } from '../../http/open-socket.ts';

/** A WebSocket handshake as it goes on the wire, the key included. Never logged, never kept. */
export interface Handshake {
  /** `ws:` or `wss:`. */
  address: string;
  to: Destination;
  headers: readonly (readonly [name: string, value: string])[];
  protocols: readonly string[];
}

/** Headers that the upgrade brings itself, or that mean nothing for it. */
const dropped = new Set(['host', 'connection', 'accept', 'accept-encoding', 'proxy-authorization']);

/**
 * The handshake of a prepared session, or why it can not be made. The key goes into the header or into a subprotocol and
 * never into both: new-api replaces the header by the list of subprotocols as soon as there is one.
 */
export function planHandshake(
  { plan, wire }: Prepared,
  { auth, dialect }: Pick<SessionDraft, 'auth' | 'dialect'>,
): Handshake | Failure {
  if (!plan || !wire) return failure('internal', 'The session was not prepared.');
  const credential = plan.credential?.place === 'header' ? plan.credential : null;
  const isKey = (name: string) => name === credential?.name;
  const secret = wire.headers.find(([name]) => isKey(name))?.[1].slice(credential?.prefix.length ?? 0) ?? null;
  const asProtocol = auth === 'subprotocol' && secret !== null;
  const headers = wire.headers.filter(([name]) => !dropped.has(name.toLowerCase()) && !(asProtocol && isKey(name)));
  if (headers.some(([name]) => name.toLowerCase().startsWith('sec-websocket-'))) return ownProtocol;
  const hasBeta = headers.some(([name]) => name.toLowerCase() === 'openai-beta');
  // Old models need it and new ones end the session for it.
  if (dialect === 'beta' && !hasBeta) headers.push(['OpenAI-Beta', 'realtime=v1']);
  if (asProtocol && !/^[!#$%&'*+\-.^_`|~\w]+$/.test(secret)) return unfit;
  return {
    address: plan.url.replace(/^http/, 'ws'),
    to: { ...wire.to, tunnel: true },
    headers,
    // The server picks `realtime`, and a list that it picks nothing of ends the handshake.
    protocols: asProtocol ? ['realtime', `openai-insecure-api-key.${secret}`] : [],
  };
}

const ownProtocol = failure(
  'bad-draft',
  'A header of your own begins with Sec-WebSocket-: gateways would take it for the key.',
  { hint: 'Remove it, and choose the subprotocol as the place of the key instead. Nothing was sent.' },
);
const unfit = failure('invalid-key', 'The key holds a character that no subprotocol can have.', {
  hint: 'Send it in the header instead. Nothing was sent.',
});

/** Whether a session reconnects automatically after it was closed; `late` starts with a longer delay. */
export type ReconnectRule = 'never' | 'soon' | 'late' | 'if-answering';

/** The meaning of a WebSocket close code, for users and for the session. */
export interface CloseMeaning {
  /** Two or three words. */
  name: string;
  /** One sentence. */
  meaning: string;
  /** How a session ends if it is not reconnected. */
  outcome: 'done' | 'interrupted' | 'failed';
  reconnect: ReconnectRule;
}

const row = (
  name: string,
  meaning: string,
  outcome: CloseMeaning['outcome'],
  reconnect: ReconnectRule,
): CloseMeaning => ({ name, meaning, outcome, reconnect });

/** Codes of RFC 6455 and its registry, as gateways use them. */
const closeMeanings: ReadonlyMap<number, CloseMeaning> = new Map([
  [1000, row('normal', 'The session ended normally.', 'done', 'never')],
  [1001, row('going away', 'The server is restarting or shutting down.', 'interrupted', 'soon')],
  [1002, row('protocol error', 'One side sent an invalid WebSocket frame.', 'interrupted', 'never')],
  [1003, row('unsupported data', 'The server does not accept this kind of message.', 'failed', 'never')],
  [1005, row('no code', 'Closed without a reason.', 'interrupted', 'if-answering')],
  [
    1006,
    row(
      'connection lost',
      'The connection was lost without a close frame. Gateways also drop it like this for upstream errors such as quota, pricing or an unavailable model.',
      'interrupted',
      'soon',
    ),
  ],
  [1007, row('invalid data', 'A message was not valid text.', 'interrupted', 'never')],
  [
    1008,
    row(
      'policy violation',
      'The server rejected the session because of its policy: key, permission or content.',
      'failed',
      'never',
    ),
  ],
  [1009, row('message too large', 'A message was larger than the other side accepts.', 'interrupted', 'never')],
  [1010, row('extension missing', 'A required WebSocket extension was not negotiated.', 'failed', 'never')],
  [1011, row('server error', 'The server ran into an internal error.', 'interrupted', 'soon')],
  [1012, row('service restart', 'The service is restarting.', 'interrupted', 'soon')],
  [1013, row('try again later', 'The server is overloaded. Try again later.', 'interrupted', 'late')],
  [1014, row('bad gateway', 'The gateway received an invalid response from its upstream.', 'interrupted', 'soon')],
  [1015, row('TLS error', 'The TLS connection could not be established.', 'failed', 'never')],
  [3000, row('unauthorized', 'The server rejected the key for this session.', 'failed', 'never')],
  [3003, row('forbidden', 'The key does not have permission for this session.', 'failed', 'never')],
  [3008, row('timed out', 'The server timed out.', 'interrupted', 'never')],
  [
    4000,
    row(
      'service code 4000',
      'A code defined by the service. OpenAI uses it when the beta API is no longer supported.',
      'failed',
      'never',
    ),
  ],
]);

/**
 * Returns the meaning of any close code; codes from 3000 on belong to libraries and services, and are shown as they
 * are.
 */
export function closeMeaning(code: number): CloseMeaning {
  const known = closeMeanings.get(code);
  if (known) return known;
  if (code >= 3000 && code <= 4999)
    return row(`service code ${code}`, 'A code defined by the service. See its reason.', 'failed', 'never');
  return row(`code ${code}`, "A code that isn't defined by any standard.", 'interrupted', 'never');
}

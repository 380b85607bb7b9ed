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
  [1000, row('normal', 'The conversation was ended in good order.', 'done', 'never')],
  [1001, row('going away', 'The server is going away: it restarts, or its time is up.', 'interrupted', 'soon')],
  [1002, row('protocol error', 'One side sent what is no WebSocket frame.', 'interrupted', 'never')],
  [1003, row('unsupported data', 'The server does not take this kind of message.', 'failed', 'never')],
  [1005, row('no code', 'Closed without a reason.', 'interrupted', 'if-answering')],
  [
    1006,
    row(
      'connection lost',
      'The connection broke without a close frame. Gateways that relay also drop it so for every reason of their upstream: quota, pricing, a model that is gone.',
      'interrupted',
      'soon',
    ),
  ],
  [1007, row('invalid data', 'A message was not valid text.', 'interrupted', 'never')],
  [
    1008,
    row(
      'refused by policy',
      'The server refused the session by its policy: key, permission or content.',
      'failed',
      'never',
    ),
  ],
  [1009, row('message too large', 'A message was larger than the other side takes.', 'interrupted', 'never')],
  [1010, row('extension missing', 'An extension that one side needs was not agreed on.', 'failed', 'never')],
  [1011, row('server error', 'The server met a fault of its own.', 'interrupted', 'soon')],
  [1012, row('service restart', 'The service restarts.', 'interrupted', 'soon')],
  [1013, row('try again later', 'The server has too much to do and asks to come back later.', 'interrupted', 'late')],
  [1014, row('bad gateway', 'The gateway got a bad answer from the server behind it.', 'interrupted', 'soon')],
  [1015, row('TLS failure', 'The TLS connection could not be made.', 'failed', 'never')],
  [3000, row('unauthorized', 'The key is not accepted for this session.', 'failed', 'never')],
  [3003, row('forbidden', 'The key may not do this.', 'failed', 'never')],
  [3008, row('timed out', 'The server waited too long for something.', 'interrupted', 'never')],
  [
    4000,
    row(
      'service code 4000',
      'A code of the service itself; OpenAI closes so when the beta dialect is no longer supported.',
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
    return row(
      `service code ${code}`,
      'A code of the service itself; its reason says what it means.',
      'failed',
      'never',
    );
  return row(`code ${code}`, 'A code that no standard names.', 'interrupted', 'never');
}

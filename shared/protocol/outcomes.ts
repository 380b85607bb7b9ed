import type { FailureCode, RunState, SentFlag } from './failure.ts';

/**
 * Where a fault occurs. `here`: before a connection was opened. `way`: between here and the gateway, which cannot be
 * reached, or no longer. `refusal`: the gateway refused. `answer`: in the bytes of a response that had started well.
 * `program`: in this program, or caused by the user.
 */
export type FaultLocation = 'here' | 'way' | 'refusal' | 'answer' | 'program';

/** Exit status of a run. */
export type ExitName =
  | 'done'
  | 'failed'
  | 'usage'
  | 'key'
  | 'limit'
  | 'network'
  | 'interrupted'
  | 'empty'
  | 'regressed'
  | 'operator'
  | 'shortened'
  | 'cancelled';

/** What the task monitor does after a failed poll: poll again, or pause until what it names has changed. */
export type PollRule = 'again' | 'key' | 'connection' | 'answer';

/** The consequences of one fault, on any route. */
export interface Outcome {
  location: FaultLocation;
  /** Run states it can cause; the first one applies if no part of a response had arrived. */
  states: readonly [RunState, ...RunState[]];
  /** What is known about the request by default: a reset can occur before or during the response. */
  sent: SentFlag;
  /**
   * What the user can do with the same request. `change-first`: unchanged, it fails again. `wait-first`: it works later.
   * `manual`: it may work at once.
   */
  retry: 'change-first' | 'wait-first' | 'manual';
  /** It may be transient: requests that create nothing, or were not sent, are retried automatically. */
  passes: boolean;
  /** An unstreamed response becomes unusable, even if bytes of it arrived; a stream keeps what arrived before. */
  spoilsWhole: boolean;
  poll: PollRule;
  exit: ExitName;
}

const refusedHere: Outcome = {
  location: 'here',
  states: ['failed'],
  sent: 'not-sent',
  retry: 'change-first',
  passes: false,
  spoilsWhole: false,
  poll: 'connection',
  exit: 'usage',
};
const unusableKey: Outcome = { ...refusedHere, poll: 'key', exit: 'key' };

const unreached: Outcome = { ...refusedHere, location: 'way', retry: 'manual', poll: 'again', exit: 'network' };
const unanswered: Outcome = { ...unreached, sent: 'maybe-processed' };

const refused: Outcome = { ...refusedHere, location: 'refusal', sent: 'answered', poll: 'answer', exit: 'failed' };
const refusedKey: Outcome = { ...refused, poll: 'key', exit: 'key' };
const absent: Outcome = { ...refused, poll: 'again' };
const troubled: Outcome = { ...absent, retry: 'manual', passes: true };
const busy: Outcome = { ...troubled, retry: 'wait-first', exit: 'limit' };

const damaged: Outcome = { ...absent, location: 'answer', retry: 'manual' };
const cutOff: Outcome = { ...damaged, states: ['failed', 'interrupted'], exit: 'interrupted' };

const own: Outcome = { ...refusedHere, location: 'program', retry: 'manual', poll: 'again', exit: 'failed' };

/** Every failure and its consequences: a new code does not compile without a row. */
export const outcomes: Readonly<Record<FailureCode, Outcome>> = {
  'bad-input': { ...refusedHere, poll: 'again' },
  'bad-draft': refusedHere,
  misuse: refusedHere,
  'route-off': refusedHere,
  'no-key': unusableKey,
  'invalid-key': unusableKey,
  'invalid-address': refusedHere,
  'insecure-address': { ...unusableKey, exit: 'usage' },
  'not-found-here': refusedHere,

  // An unknown name stays unknown; only a name server that did not respond may recover, and the fault itself says so.
  dns: { ...unreached, retry: 'change-first' },
  refused: { ...unreached, passes: true },
  unreachable: { ...unreached, passes: true },
  tls: { ...unreached, retry: 'change-first' },
  proxy: { ...unreached, retry: 'change-first' },
  'connect-timeout': { ...unreached, passes: true },
  'headers-timeout': { ...unanswered, passes: true },
  'idle-timeout': { ...unanswered, states: ['failed', 'interrupted'], sent: 'answered', passes: true },
  stalled: { ...unanswered, states: ['failed', 'interrupted'], sent: 'answered', passes: true },
  'total-timeout': { ...unanswered, states: ['failed', 'interrupted'] },
  reset: { ...unanswered, states: ['failed', 'interrupted'], passes: true },
  'upload-stalled': unanswered,
  protocol: { ...unanswered, states: ['failed', 'interrupted'], retry: 'change-first', poll: 'answer', exit: 'failed' },

  redirect: { ...refused, poll: 'connection' },
  auth: refusedKey,
  'key-missing': refusedKey,
  'key-style': refusedKey,
  forbidden: refusedKey,
  quota: { ...refusedKey, exit: 'limit' },
  'model-not-found': refused,
  'not-found': absent,
  'route-absent': absent,
  'too-big-for-server': refused,
  'unsupported-media': refused,
  parameter: refused,
  rejected: refused,
  moderated: refused,
  'rate-limited': busy,
  overloaded: busy,
  upstream: troubled,
  // No change of the request helps; the gateway may poll the task with another of its accounts.
  'upstream-account': { ...absent, exit: 'operator' },
  server: troubled,

  'in-band': damaged,
  'no-terminal': cutOff,
  truncated: { ...cutOff, passes: true },
  'bad-json': { ...damaged, states: ['failed', 'interrupted'] },
  'not-json': { ...damaged, retry: 'change-first' },
  'wrong-type': { ...damaged, retry: 'change-first' },
  empty: { ...damaged, exit: 'empty' },
  encoding: { ...damaged, states: ['failed', 'interrupted'], spoilsWhole: true },
  'too-large': {
    ...damaged,
    states: ['failed', 'interrupted'],
    retry: 'change-first',
    spoilsWhole: true,
    poll: 'answer',
  },

  aborted: { ...own, states: ['cancelled'], sent: 'maybe-processed', exit: 'cancelled' },
  'app-ended': { ...own, states: ['interrupted'], sent: 'maybe-processed', exit: 'interrupted' },
  'connection-lost': { ...own, exit: 'network' },
  storage: own,
  memory: { ...own, retry: 'wait-first' },
  conflict: { ...own, retry: 'change-first' },
  internal: own,
};

/** Kind of exchange: one document, a stream, a request with a file, a download, a session, a poll of a task. */
export type ExchangeKind = 'unary' | 'sse' | 'upload' | 'download' | 'session' | 'poll';

/**
 * What is always kept: the request with its settings, stored before it was sent; every byte that arrived; the
 * downloaded part of a file, to resume from; everything said in a session; the task with its id.
 */
export type Kept = 'request' | 'arrived' | 'part-file' | 'session' | 'task';

export function keptOf(kind: ExchangeKind, sent: SentFlag): Kept {
  if (kind === 'download') return 'part-file';
  if (kind === 'poll') return 'task';
  if (sent !== 'answered') return 'request';
  return kind === 'session' ? 'session' : 'arrived';
}

/**
 * How the same is retried. By the user: `change-first`, `wait-first`, `manual`, or `manual-may-charge-twice` where the
 * gateway may have done the work already. Automatically, and each time visible, counted and stoppable: `not-sent-twice`
 * (nothing had been sent), `get-four` (up to four more attempts), `resume` (the same, from the byte where it
 * broke off), `reconnect` (a new session, if the session's switch is on), `poll`. `pause`: it waits until the user changes
 * something. `none`: there is nothing to retry.
 */
export type Retry =
  | Outcome['retry']
  | 'manual-may-charge-twice'
  | 'not-sent-twice'
  | 'get-four'
  | 'resume'
  | 'reconnect'
  | 'poll'
  | 'pause'
  | 'none';

export function retryOf(code: FailureCode, kind: ExchangeKind, sent: SentFlag): Retry {
  const { location, retry, passes, poll } = outcomes[code];
  if (kind === 'poll') return poll === 'again' ? 'poll' : 'pause';
  if (kind === 'download' && passes) return sent === 'answered' ? 'resume' : 'get-four';
  if (kind === 'session' && passes) return 'reconnect';
  if (passes && sent === 'not-sent') return 'not-sent-twice';
  const mayBeDone = sent === 'maybe-processed' || (sent === 'answered' && location !== 'refusal');
  return retry === 'manual' && mayBeDone ? 'manual-may-charge-twice' : retry;
}

/** Returns true when the same request may work if it is sent again unchanged. */
export const mayWorkAgain = (code: FailureCode): boolean => outcomes[code].retry !== 'change-first';

/** Statuses that agree with a refusal body of this code. */
export const refusalStatuses = {
  auth: [401],
  'key-missing': [401],
  'key-style': [401],
  forbidden: [403],
  quota: [402],
  'model-not-found': [404],
  'not-found': [404, 410],
  'route-absent': [404, 405, 501],
  'too-big-for-server': [413],
  'unsupported-media': [415],
  parameter: [400, 422],
  rejected: [400, 422],
  moderated: [400, 403],
  'rate-limited': [429],
  overloaded: [503, 529],
  upstream: [502, 504, 520, 521, 522, 523, 524],
  'upstream-account': [401, 402, 403, 429],
  server: [500],
  'in-band': [],
} as const satisfies Partial<Record<FailureCode, readonly number[]>>;

export type RefusalCode = keyof typeof refusalStatuses;

export const isRefusal = (code: FailureCode): code is RefusalCode => Object.hasOwn(refusalStatuses, code);

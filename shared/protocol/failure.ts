/** What is known about the request when a run ends without its response. */
export type SentFlag = 'not-sent' | 'maybe-processed' | 'answered';

/** Every run ends in exactly one of these. */
export type RunState = 'done' | 'done-with-warnings' | 'interrupted' | 'failed' | 'cancelled';

/**
 * The closed list of everything that can go wrong, in groups: before a gateway was reached, the network, what the
 * gateway reported, what its bytes contained, and this program itself.
 */
export const failureCodes = [
  'bad-input',
  'bad-draft',
  'misuse',
  'route-off',
  'no-key',
  'invalid-key',
  'invalid-address',
  'insecure-address',
  'not-found-here',
  'conflict',
  'dns',
  'refused',
  'unreachable',
  'tls',
  'proxy',
  'connect-timeout',
  'headers-timeout',
  'idle-timeout',
  'stalled',
  'total-timeout',
  'reset',
  'upload-stalled',
  'redirect',
  'auth',
  'key-missing',
  'key-style',
  'forbidden',
  'quota',
  'model-not-found',
  'not-found',
  'route-absent',
  'too-big-for-server',
  'unsupported-media',
  'parameter',
  'rejected',
  'moderated',
  'rate-limited',
  'overloaded',
  'upstream',
  'upstream-account',
  'server',
  'in-band',
  'no-terminal',
  'truncated',
  'bad-json',
  'not-json',
  'wrong-type',
  'empty',
  'encoding',
  'too-large',
  'protocol',
  'aborted',
  'app-ended',
  'connection-lost',
  'storage',
  'memory',
  'internal',
] as const;
export type FailureCode = (typeof failureCodes)[number];

/**
 * What is certain about the work after a failure. `maybe-processed`: the gateway may have processed and billed the
 * request. `arrived-kept`: bytes of the response arrived and are recorded.
 */
export const failureEffects = ['not-sent', 'maybe-processed', 'arrived-kept', 'not-saved', 'unchanged'] as const;
export type FailureEffect = (typeof failureEffects)[number];

/**
 * One failure as data: the same value for the error card, the terminal, an export and the exit status. Each of its three
 * sentences says one thing: hosts word the effect, so that neither `message` nor `hint` contains it.
 */
export interface Failure {
  code: FailureCode;
  /** One sentence: what happened, and what caused it. */
  message: string;
  /** `null` where nothing is certain. Absent in failures stored by earlier versions: see `consequenceOf` in `consequence.ts`. */
  effect?: FailureEffect | null;
  /** One sentence: what to do next. */
  hint: string;
  /** True when the same request may work if it is sent again. */
  retryable: boolean;
  /** HTTP status of the response, if there was one. */
  status: number | null;
  /** `type`, `code` and `param` as the gateway named them. */
  type: string | null;
  gatewayCode: string | null;
  param: string | null;
  requestId: string | null;
  /** The gateway's own words, redacted. */
  gatewayMessage: string | null;
  /** Wait requested by the gateway, in milliseconds. */
  retryAfterMs: number | null;
  exchangeId: string | null;
  /** The header in which the gateway wants the key, where it refused a key that was sent in another one. */
  keyHeader?: { name: string; prefix: string };
}

const nothingKnown = {
  effect: null,
  hint: '',
  retryable: false,
  status: null,
  type: null,
  gatewayCode: null,
  param: null,
  requestId: null,
  gatewayMessage: null,
  retryAfterMs: null,
  exchangeId: null,
} as const;

/** Builds a failure; fields that are not given are unknown. */
export function failure(
  code: FailureCode,
  message: string,
  known: Partial<Omit<Failure, 'code' | 'message'>> = {},
): Failure {
  return { ...nothingKnown, ...known, code, message };
}

/** The one error class that crosses the RPC boundary: it carries its failure by value. */
export class AppError extends Error {
  readonly failure: Failure;

  constructor(value: Failure) {
    super(value.message);
    this.name = 'AppError';
    this.failure = value;
  }

  /** Converts anything thrown into a failure; other errors become `internal` and keep only their message. */
  static from(thrown: unknown): Failure {
    if (thrown instanceof AppError) return thrown.failure;
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return failure('internal', `Patchbay ran into an error: ${message}`, {
      hint: 'Try again, and report it if it happens again.',
    });
  }
}

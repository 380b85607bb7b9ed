import type { CheckCell, CheckVerdict } from '#shared/contract/checks.ts';
import type { Failure, FailureCode } from '#shared/protocol/failure.ts';
import type { Observation } from './observation.ts';

export type Judgement = Pick<CheckCell, 'verdict' | 'proof' | 'sentence' | 'stage'>;

export const unproven = { proof: null, stage: null } as const;

/**
 * The verdict on a route with a key and a model for each failure, whatever was requested: a new code does not compile
 * without a row.
 */
const byCode: Readonly<Record<FailureCode, CheckVerdict>> = {
  auth: 'key-refused',
  'key-missing': 'key-missing',
  'key-style': 'key-style',
  forbidden: 'forbidden',
  quota: 'quota',
  'route-absent': 'route-absent',
  'model-not-found': 'model-not-on-route',
  'rate-limited': 'overloaded',
  overloaded: 'overloaded',
  upstream: 'upstream-down',
  // The key was accepted as far as the provider; the account there is the operator's.
  'upstream-account': 'upstream-down',
  server: 'upstream-down',
  dns: 'upstream-down',
  refused: 'upstream-down',
  unreachable: 'upstream-down',
  tls: 'upstream-down',
  proxy: 'upstream-down',
  reset: 'upstream-down',
  redirect: 'upstream-down',
  'upload-stalled': 'timed-out',
  'connect-timeout': 'timed-out',
  'headers-timeout': 'timed-out',
  'idle-timeout': 'timed-out',
  stalled: 'timed-out',
  'total-timeout': 'timed-out',
  'not-json': 'shape-unexpected',
  'bad-json': 'shape-unexpected',
  'wrong-type': 'shape-unexpected',
  empty: 'shape-unexpected',
  encoding: 'shape-unexpected',
  'too-large': 'shape-unexpected',
  protocol: 'shape-unexpected',
  'no-terminal': 'shape-unexpected',
  truncated: 'shape-unexpected',
  // A 404 whose message does not mention the path, and an error that names no cause.
  'not-found': 'unclear',
  'in-band': 'unclear',
  parameter: 'parameter-refused',
  rejected: 'parameter-refused',
  moderated: 'parameter-refused',
  'unsupported-media': 'parameter-refused',
  'too-big-for-server': 'parameter-refused',
  // Failures of this program: the gateway received no request, or its response was lost here.
  'bad-input': 'not-tried',
  'bad-draft': 'not-tried',
  misuse: 'not-tried',
  'route-off': 'not-tried',
  'no-key': 'not-tried',
  'invalid-key': 'not-tried',
  'invalid-address': 'not-tried',
  'insecure-address': 'not-tried',
  'not-found-here': 'not-tried',
  conflict: 'not-tried',
  aborted: 'not-tried',
  'app-ended': 'not-tried',
  'connection-lost': 'not-tried',
  storage: 'not-tried',
  memory: 'not-tried',
  internal: 'not-tried',
};

/** Returns the verdict that a failure code alone implies. */
export const verdictOfCode = (code: FailureCode): CheckVerdict => byCode[code];

/** Returns the gateway's own words as a sentence, with a space before it; `''` when there are none. */
export const quoteOf = ({ gatewayMessage }: Failure): string =>
  gatewayMessage === null ? '' : ` The gateway said: “${gatewayMessage}”`;

export const statusOf = ({ status }: Failure): string => (status === null ? 'no status' : `status ${status}`);

/** @param why a sentence on what shows it. */
export const absent = (error: Failure, why: string): Judgement => ({
  ...unproven,
  verdict: 'route-absent',
  sentence: `The gateway does not have this route (${statusOf(error)}). ${why.trim()}`.trim(),
});

export const unclear = (sentence: string): Judgement => ({ ...unproven, verdict: 'unclear', sentence });

export function judgeFailure(seen: Observation, error: Failure): Judgement {
  const verdict = byCode[error.code];
  if (verdict === 'not-tried' && seen.end.sent !== 'not-sent')
    return { ...unproven, verdict: 'unclear', sentence: `${sentenceOf(error)}${quoteOf(error)}` };
  const stage = verdict === 'timed-out' ? stageOf(error.code, seen) : null;
  const head = stage === null ? '' : `${stageSentences[stage]} `;
  return { ...unproven, verdict, stage, sentence: `${head}${sentenceOf(error)}${quoteOf(error)}` };
}

/**
 * Verdicts that apply to every route of a key when its listing ends with them. A key that may not list models may use
 * them.
 */
const ofWholeKey: ReadonlySet<CheckVerdict> = new Set([
  'key-refused',
  'key-missing',
  'key-style',
  'quota',
  'overloaded',
  'upstream-down',
  'timed-out',
]);

/** Returns the verdict that a failed listing implies for the cells of its key, which could not be given a model. */
export function verdictOfListing({ code }: Failure): CheckVerdict {
  const verdict = byCode[code];
  return ofWholeKey.has(verdict) ? verdict : 'not-tried';
}

const stageSentences = {
  connect: 'No connection was established in time.',
  'first-byte': 'The request was sent, but no response began in time.',
  body: 'The response began but did not continue.',
} as const;

function stageOf(code: FailureCode, { end: { timeline } }: Observation): 'connect' | 'first-byte' | 'body' {
  if (code === 'connect-timeout') return 'connect';
  if (code === 'idle-timeout' || code === 'stalled') return 'body';
  if (timeline.firstByteMs !== null) return 'body';
  return timeline.sentMs === null && code === 'total-timeout' ? 'connect' : 'first-byte';
}

const sentenceOf = ({ message, hint }: Failure): string => (hint === '' ? message : `${message} ${hint}`);

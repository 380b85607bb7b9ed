import type { SurfaceListing } from '#shared/contract/models.ts';
import { consequenceOf } from '#shared/protocol/consequence.ts';
import {
  type Failure,
  type FailureCode,
  type FailureEffect,
  failure as makeFailure,
  type SentFlag,
} from '#shared/protocol/failure.ts';
import { exitCodes, exitOfFailure } from '../exit-codes.ts';
import { jsonText, type Terminal } from './terminal.ts';

const otherKey = 'Set PATCHBAY_API_KEY, or use --key-env NAME or --key-file FILE.';

/** The next step on the command line, for failures whose own hint refers to the forms of the page. */
const hints: Partial<Record<FailureCode, string>> = {
  auth: otherKey,
  'no-key': otherKey,
  'key-missing': otherKey,
  'key-style': 'Use --native-key-style auto, or another style.',
  'invalid-key': 'Copy the key again: it cannot contain spaces, line breaks or non-ASCII characters.',
  'invalid-address': 'Use a full URL, such as --base-url https://gateway.example.',
  'insecure-address': 'Use HTTPS, or add --allow-insecure to send the key over plain HTTP.',
  'bad-draft': 'Fix --body, --set, --form, --header or --path.',
  misuse: 'Use the route that this body is for, or add --allow-misuse.',
  'route-off': 'Turn the route on in the connection, or add --allow-misuse.',
  'model-not-found': 'List the models: patchbay models',
  parameter: 'Change or remove the field in --set or --body: each model accepts different fields.',
  redirect: 'If the new address is correct, use it with --base-url.',
};

const otherFormat =
  'Request another format: --form response_format=json for a transcript, --set response_format=mp3 for speech.';

/** Adapts a failure to the terminal: its hint names options and commands, and no controls of the page. */
export function terminalFailure(failure: Failure): Failure {
  const isForTerminal = /\bpatchbay [a-z]|--[a-z]/.test(failure.hint);
  const isOfProxy = failure.param === 'proxy';
  if (isForTerminal || isOfProxy) return failure;
  const isFormat = failure.code === 'parameter' && failure.param === 'response_format';
  return { ...failure, hint: isFormat ? otherFormat : (hints[failure.code] ?? failure.hint) };
}

const effectLabels: Readonly<Record<FailureEffect, string>> = {
  'not-sent': 'nothing was sent',
  'maybe-processed': 'may have been processed and billed',
  'arrived-kept': 'what arrived is kept',
  'not-saved': 'nothing was saved',
  unchanged: 'nothing was changed',
};

/** Returns a failure as lines for the user: what happened, the gateway's own words, the facts, the next step. */
export function failureLines(failure: Failure, sent?: SentFlag): string[] {
  const { message, gatewayMessage, status, type, gatewayCode, param, requestId, retryAfterMs, ...rest } =
    terminalFailure(failure);
  const { effect, hint } = consequenceOf(rest, sent);
  const facts = [
    failure.code,
    status !== null && `status ${status}`,
    type && `type ${type}`,
    gatewayCode && `code ${gatewayCode}`,
    param && `param ${param}`,
    requestId && `request ID ${requestId}`,
    retryAfterMs !== null && `retry after ${Math.ceil(retryAfterMs / 1000)} s`,
    effect ? effectLabels[effect] : sent === 'answered' && 'the gateway responded',
  ].filter(Boolean);
  return [
    `patchbay: ${message}`,
    ...(gatewayMessage && !message.includes(gatewayMessage) ? [`  gateway: ${gatewayMessage}`] : []),
    `  ${facts.join(' · ')}`,
    ...(hint ? [`  ${hint}`] : []),
  ];
}

/**
 * Returns the `--json` line of a failure, the same in every command: see `docs/guide/json-lines.schema.json`.
 * `exit` is the command's exit status for the failure.
 */
export const failureJson = (failure: Failure, exit: number = exitOfFailure(failure.code)): string =>
  jsonText({ type: 'failure', exit, ...asData(terminalFailure(failure)) });

/** Prints a failure: on stderr in lines, or with `--json` as a line on stdout. */
export async function printFailure(failure: Failure, terminal: Terminal, isJson: boolean): Promise<void> {
  if (isJson) await terminal.data(failureJson(failure));
  else printFailureLines(failure, terminal);
}

/** Prints a failure on stderr. */
export function printFailureLines(failure: Failure, terminal: Terminal, sent?: SentFlag): void {
  for (const [at, line] of failureLines(failure, sent).entries()) terminal.message(line, at === 0 ? 'bad' : undefined);
}

/** Returns the same for an invalid command line; its code is `usage`. */
export const usageJson = (message: string, hint: string): string =>
  jsonText({
    type: 'failure',
    exit: exitCodes.usage,
    ...asData(makeFailure('bad-input', message, { hint })),
    code: 'usage',
  });

/** `type` is the line's own; the gateway's error type becomes `gatewayType`. */
const asData = ({ type: gatewayType, ...rest }: Failure) => ({ ...rest, ...consequenceOf(rest), gatewayType });

const paths = { compatible: '/v1/models', native: '/v1beta/models' } as const;

/** Returns each listing failure once, its message naming the lists it prevented. */
export function listingFailures(surfaces: readonly SurfaceListing[]): Failure[] {
  const failed = surfaces.flatMap(({ surface, state, failure }) =>
    failure && state === 'failed' ? [{ path: paths[surface], failure }] : [],
  );
  const alike = Map.groupBy(failed, ({ failure: { code, message } }) => `${code} ${message}`);
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    const lists = group.map(({ path }) => path).join(', ');
    return first ? [{ ...first.failure, message: `${lists}: ${first.failure.message}` }] : [];
  });
}

/**
 * Returns a note about native routes that are missing for a key that `/v1` accepts; `null` if there is nothing to
 * report.
 */
export function nativeNote(surfaces: readonly SurfaceListing[]): string | null {
  const native = surfaces.find(({ surface }) => surface === 'native');
  const status = native?.failure?.status ?? null;
  const answered = status === null ? '' : ` (${status})`;
  if (native?.state === 'not-offered') {
    const ways = native.tried.map(({ style }) => style).join(', ');
    return `Native routes: not offered${answered}${ways ? `. Key styles tried: ${ways}` : ''}.`;
  }
  if (native?.state !== 'key-style') return null;
  const [style] = native.tried.map((one) => one.style);
  return `Native routes: the gateway rejected the key as ${style}${answered}, but /v1 accepts it. Try --native-key-style auto.`;
}

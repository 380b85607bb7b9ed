import type { Connection } from '#shared/contract/connections.ts';
import type { SurfaceListing } from '#shared/contract/models.ts';
import { consequenceOf } from '#shared/protocol/consequence.ts';
import {
  type Failure,
  type FailureCode,
  type FailureEffect,
  failure as makeFailure,
  type SentFlag,
} from '#shared/protocol/failure.ts';
import { headerText } from '#shared/protocol/gateway-details.ts';
import { parameterWords, refusalWords } from '#shared/protocol/refusal-words.ts';
import { routePath, usualPrefixes } from '#shared/protocol/route-path.ts';
import { routes } from '#shared/protocol/table.ts';
import { exitCodes, exitOfFailure } from '../exit-codes.ts';
import { forGateway, rejectedKeyHint } from './invocation.ts';
import { jsonText, type Terminal } from './terminal.ts';

const otherKey = 'Set PATCHBAY_API_KEY, or use --key-env NAME or --key-file FILE.';

/** The next step on the command line, for failures whose own hint refers to the forms of the page. */
const hints: Partial<Record<FailureCode, string>> = {
  'no-key': otherKey,
  'key-missing': otherKey,
  'key-style': 'Use another --native-key-style. The gateway may not have native routes: patchbay models',
  'invalid-key': 'Copy the key again: it cannot contain spaces, line breaks or non-ASCII characters.',
  'invalid-address': 'Use a full URL, such as --base-url https://gateway.example.',
  'insecure-address': 'Use HTTPS, or add --allow-insecure to send the key over plain HTTP.',
  'bad-draft': 'Fix --body, --set, --form, --header or --path.',
  misuse: 'Use the route that this body is for, or add --allow-misuse.',
  'route-off': 'Turn the route on in the connection, or add --allow-misuse.',
  'model-not-found': 'Use another model with --model NAME. List the models: patchbay models',
  redirect: 'If the new address is correct, use it with --base-url.',
};

/** Only the user decides in which header a key is sent. */
function keyHeaderHint(header: NonNullable<Failure['keyHeader']>): string {
  const { name, prefix } = header;
  const value = prefix.trim() === '' ? name : `"${name}: ${prefix.trim()}"`;
  return `Send the key as ${headerText(header)}: --key-header ${/^bearer$/i.test(prefix.trim()) ? 'bearer' : value}`;
}

/** The same for what the page says in its own words, by the hint of the core. */
const fieldHints: ReadonlyMap<string, string> = new Map([
  [
    'Enter its price under Models, or remove the limit.',
    'Enter its price: patchbay prices set MODEL inputPerMillion=1.25 outputPerMillion=10. Or remove --max-cost.',
  ],
  [
    'Add the column, or remove the variable from the prompt.',
    'Add the column to --sheet, or remove the variable from the prompt.',
  ],
  [parameterWords.missing.hint, 'Add the field with --set or --body.'],
  [parameterWords.unsupported.hint, 'Remove the field from --set or --body: each model accepts different fields.'],
  [parameterWords.invalid.hint, 'Change or remove the field in --set or --body: each model accepts different fields.'],
]);

const otherFormat =
  'Request another format: --form response_format=json for a transcript, --set response_format=mp3 for speech.';

/** Adapts a failure to the terminal: its hint names options and commands, and no controls of the page. */
export function terminalFailure(failure: Failure): Failure {
  if (failure.keyHeader) return { ...failure, hint: keyHeaderHint(failure.keyHeader) };
  const isForTerminal = /\bpatchbay [a-z]|--[a-z]/.test(failure.hint);
  const isOfProxy = failure.param === 'proxy';
  if (isForTerminal || isOfProxy) return { ...failure, hint: forGateway(failure.hint) };
  if (failure.code === 'auth') return { ...failure, hint: rejectedKeyHint() };
  const isFormat = failure.code === 'parameter' && failure.param === 'response_format';
  const hint = isFormat ? otherFormat : (fieldHints.get(failure.hint) ?? ownHint(failure));
  return { ...failure, hint: forGateway(hint) };
}

/** A hint about the model that says more than its code is kept. */
function ownHint({ code, hint }: Failure): string {
  const saysMore = code === 'model-not-found' && hint !== '' && hint !== refusalWords[code].hint;
  return saysMore ? hint : (hints[code] ?? hint);
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

/** Returns each listing failure once, its message naming the lists it prevented. */
export function listingFailures(surfaces: readonly SurfaceListing[], connection: Connection): Failure[] {
  const paths = {
    compatible: routePath(connection, routes.models),
    native: routePath(connection, routes['native.models']),
  };
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

const missesRoute: ReadonlySet<FailureCode> = new Set(['route-absent', 'not-found', 'not-json', 'wrong-type']);

/** Returns what else the base URL may mean, where the compatible list is not there; `null` if there is nothing to say. */
export function prefixNote(
  surfaces: readonly SurfaceListing[],
  { prefixes }: Pick<Connection, 'prefixes'>,
): string | null {
  const failure = surfaces.find(({ surface }) => surface === 'compatible')?.failure;
  if (!failure || !missesRoute.has(failure.code)) return null;
  const { compatible } = prefixes;
  if (compatible === usualPrefixes.compatible)
    return `If this gateway has another version than ${compatible}, or none: add --prefix PATH, or --prefix /`;
  return compatible === '' ? `If this gateway has a version: add --prefix ${usualPrefixes.compatible}` : null;
}

/**
 * Returns a note about a native list that is missing for a key that the compatible routes accept; `null` if there is nothing to
 * report.
 */
export function nativeNote(surfaces: readonly SurfaceListing[]): string | null {
  const native = surfaces.find(({ surface }) => surface === 'native');
  const status = native?.failure?.status ?? null;
  const answered = status === null ? '' : ` (${status})`;
  if (native?.state === 'not-offered') {
    const ways = native.tried.map(({ style }) => style).join(', ');
    if (status !== 401 && status !== 403)
      return `No native model list${answered}. Native requests such as generateContent may work.`;
    return `No native model list: the gateway rejected the key${answered}${ways ? ` as ${ways}` : ''}.`;
  }
  if (native?.state !== 'key-style') return null;
  const [style] = native.tried.map((one) => one.style);
  return `Native routes: the gateway rejected the key as ${style}${answered}, but compatible routes accept it. Try --native-key-style auto.`;
}

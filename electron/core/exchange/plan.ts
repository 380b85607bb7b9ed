import { randomBytes } from 'node:crypto';
import {
  type Connection,
  type DeadlineChoice,
  type NativeKeyStyle,
  nativeKeyStyles,
} from '#shared/contract/connections.ts';
import type { Draft } from '#shared/contract/exchanges.ts';
import type { KeyStatus } from '#shared/contract/keys.ts';
import { isLoopbackHost, readBase } from '#shared/protocol/address.ts';
import type { Asked } from '#shared/protocol/asked.ts';
import { isExposedPath } from '#shared/protocol/custom-path.ts';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import { looksSecret } from '#shared/protocol/header-rules.ts';
import type { Deadlines, Route } from '#shared/protocol/route.ts';
import { joinRoute, parameterProblem } from '#shared/protocol/route-address.ts';
import { routePath } from '#shared/protocol/route-path.ts';
import { deadlinesFor, pathParameters } from '#shared/protocol/table.ts';
import { headerProblem } from '../http/header-rules.ts';
import { redactedKey } from '../redaction/redact.ts';
import type { BodyPlan, Credential } from './request/body-plan.ts';
import { checkBody, findWrongBase } from './request/check-body.ts';
import { customProblem, routeOf } from './request/custom-route.ts';
import { planHeaders } from './request/plan-headers.ts';

/** A request as it would be sent, without the key and without `content-length`. */
export interface RequestPlan {
  route: Route;
  method: Route['method'];
  url: string;
  /** Scheme, host and port of `url`; `''` when the base address is unusable. */
  origin: string;
  /** In order, letter case preserved. */
  headers: [name: string, value: string][];
  credential: Credential | null;
  /** How a native route gets the key; `null` for other routes and without a key. */
  nativeStyle: NativeKeyStyle | null;
  body: BodyPlan;
  streamAsked: boolean;
  /** What the body asks for and the response may not repeat. */
  asked: Asked | null;
  /** Its connection is not shared with other requests. */
  ownConnection: boolean;
  deadlines: Deadlines;
  model: string | null;
  /** Why it cannot be sent, the most important first; empty when it can. */
  problems: Failure[];
}

export interface PlanInput {
  draft: Draft;
  connection: Connection;
  /** The key to be used, `null` for none. */
  key: KeyStatus | null;
  /**
   * How native routes accept this key, for a connection whose style is `auto`; `null` or absent while it is not known.
   */
  learnedStyle?: NativeKeyStyle | null;
  /** Of Patchbay, for the `user-agent`. */
  version: string;
}

/**
 * Turns a draft into a request plan. Pure but for a random form boundary. The JSON text is sent byte for byte; what the
 * gateway would misunderstand is reported as a problem of the plan and not repaired.
 */
export function planRequest({ draft, connection, key, learnedStyle = null, version }: PlanInput): RequestPlan {
  const route = routeOf(draft);
  const base = readBase(connection.baseAddress);
  const gateway = { ...connection, baseAddress: base.base };
  /** As this gateway has it, for what is said about it. */
  const named = { ...route, path: routePath(connection, route) };
  const nativeStyle = nativeStyleOf(draft, connection, learnedStyle);
  const credential = key === null ? null : credentialFor(route, nativeStyle, connection, draft);
  const keyName = credential?.in === 'header' ? credential.name : undefined;
  const address = joinRoute(gateway, route, draft.params, draft.query);
  const url = credential?.in === 'query' ? withKeyInQuery(address, credential.name) : address;
  const body = planBody(draft);
  const checked = checkBody(named, draft.body, draft.options.allowMisuse);
  const problems = [
    addressProblem(
      base,
      route.family === 'custom' ? '' : connection.prefixes[route.family],
      url,
      draft.options.allowMisuse,
    ) ?? [],
    customProblem(draft) ?? [],
    exposureProblem(named, connection, draft.options.allowMisuse) ?? [],
    keyProblem(draft, connection, key) ?? [],
    secretHeaderProblem(connection) ?? [],
    [...connection.headers, ...draft.headers].flatMap(([name, value]) => headerProblem(name, value, keyName) ?? []),
    parameterProblems(route, draft),
    queryProblems(draft),
    checked.problems,
  ].flat();
  return {
    route,
    method: route.method,
    url,
    origin: base.origin,
    headers: planHeaders({
      route,
      connection,
      draft,
      body,
      credential,
      streamAsked: checked.streamAsked,
      url,
      version,
    }),
    credential,
    nativeStyle: key !== null && route.family === 'native' ? nativeStyle : null,
    body,
    streamAsked: checked.streamAsked,
    asked: checked.asked,
    // A server may leave the body of a refused request unread, and take it for the beginning of the next one.
    ownConnection: draft.options.origin === 'check',
    deadlines: limitsOf(deadlinesFor(route, checked.streamAsked), connection.deadlines, draft.options.deadlines),
    model: checked.model ?? draft.params.model ?? null,
    problems,
  };
}

/** A later choice overrides an earlier one, and each overrides the route's own limits. */
const limitsOf = (own: Deadlines, ...choices: DeadlineChoice[]): Deadlines =>
  choices.reduce<Deadlines>(
    (limits, { connectMs, headersMs, idleMs, totalMs }) => ({
      connectMs: connectMs ?? limits.connectMs,
      headersMs: headersMs ?? limits.headersMs,
      idleMs: idleMs ?? limits.idleMs,
      totalMs: totalMs === undefined ? limits.totalMs : totalMs,
    }),
    own,
  );

/** One style and never several: a gateway that reads two headers may use either. */
const nativeStyleOf = (
  { options }: Pick<Draft, 'options'>,
  { nativeKeyStyle }: Pick<Connection, 'nativeKeyStyle'>,
  learned: NativeKeyStyle | null,
): NativeKeyStyle =>
  options.nativeKeyStyle ?? (nativeKeyStyle === 'auto' ? (learned ?? nativeKeyStyles[0]) : nativeKeyStyle);

/**
 * Compatible routes send the key in one header only: a native key header on `/v1/models` makes new-api respond in
 * another protocol.
 */
function credentialFor(
  route: Route,
  nativeStyle: NativeKeyStyle,
  { keyHeader }: Pick<Connection, 'keyHeader'>,
  { custom, options }: Draft,
): Credential | null {
  const isCustom = route.family === 'custom';
  // A custom request sends the key as native routes do where its options say so.
  const isNative = route.family === 'native' || (isCustom && options.nativeKeyStyle !== undefined);
  const style = isNative ? nativeStyle : ((isCustom ? custom?.keyStyle : undefined) ?? 'bearer');
  if (style === 'none') return null;
  if (style === 'bearer' && !isNative) return { in: 'header', ...keyHeader };
  if (style === 'bearer') return { in: 'header', name: 'Authorization', prefix: 'Bearer ' };
  if (style === 'query') return { in: 'query', name: 'key' };
  return { in: 'header', name: style, prefix: '' };
}

/** The key comes last, so that sending can replace the placeholder. */
const withKeyInQuery = (address: string, name: string) =>
  `${address}${address.includes('?') ? '&' : '?'}${name}=${redactedKey}`;

function planBody({ body }: Draft): BodyPlan {
  if (body.kind === 'json') return { kind: 'json', text: body.text, inline: body.inline };
  if (body.kind === 'form')
    return { kind: 'form', fields: body.fields, boundary: `----patchbay-${randomBytes(16).toString('hex')}` };
  if (body.kind === 'text') return { kind: 'text', text: body.text, mediaType: body.mediaType };
  return { kind: 'none' };
}

function addressProblem(
  base: ReturnType<typeof readBase>,
  prefix: string,
  url: string,
  allowMisuse: boolean,
): Failure | null {
  const error = base.problems.find(({ severity }) => severity === 'error');
  if (error)
    return failure('invalid-address', error.message, {
      effect: 'not-sent',
      hint: 'Correct the base URL of the connection, such as https://gateway.example.',
    });
  return allowMisuse ? null : findWrongBase(base.base + prefix, url);
}

/** A route that the service does not list is used only where the connection declares it. */
function exposureProblem(route: Route, { exposedRoutes }: Connection, allowMisuse: boolean): Failure | null {
  if (!route.optIn || allowMisuse) return null;
  if (route.family === 'custom' ? isExposedPath(route.path, exposedRoutes) : exposedRoutes.includes(route.id))
    return null;
  return failure(
    'route-off',
    `The gateway doesn't list ${route.path}, and the route is turned off in this connection.`,
    {
      effect: 'not-sent',
      hint: 'Turn the route on in the connection, or send anyway.',
    },
  );
}

/** Returns why a key cannot be sent on a connection, or `null`. */
export function keyProblem(draft: Draft, connection: Connection, key: KeyStatus | null): Failure | null {
  const refuse = (message: string, hint: string) => failure('no-key', message, { effect: 'not-sent', hint });
  if (key === null)
    return draft.keyId === undefined
      ? null
      : refuse('The selected key no longer exists.', 'Select another key of this connection.');
  if (!key.enabled) return refuse(`The key ${key.alias} is turned off.`, 'Turn it on, or select another key.');
  if (key.state === 'enter-again')
    return refuse(enterAgainReason(key, connection), 'Enter the key again. Everything else is unchanged.');
  if (key.state === 'other-origin' && key.origin === connection.origin)
    return refuse(
      `The key ${key.alias} was entered before this connection had its own proxy and certificate, which together could read it.`,
      'If you trust both, enter the key again.',
    );
  if (key.state === 'other-origin' || key.origin !== connection.origin)
    return refuse(
      `The key ${key.alias} belongs to ${key.origin}, but this connection leads to ${connection.origin}.`,
      'Enter it again for the new base URL.',
    );
  const { base } = readBase(connection.baseAddress);
  const url = URL.canParse(base) ? new URL(base) : null;
  if (url?.protocol === 'http:' && !isLoopbackHost(url.hostname) && !connection.acceptedInsecure)
    return failure('insecure-address', `${url.origin} isn't encrypted, so the key could be read in transit.`, {
      effect: 'not-sent',
      hint: 'Use https, or allow plain HTTP for this connection.',
    });
  return null;
}

function enterAgainReason({ alias, reason, origin }: KeyStatus, connection: Connection): string {
  switch (reason) {
    case 'not-bound':
      return `The key ${alias} was not entered for ${connection.origin} as this key. The data of Patchbay was restored or edited.`;
    case 'changed':
      return `The key ${alias} was entered for ${origin}, but how ${connection.name} sends its key was changed by a restored backup or another program.`;
    default:
      return `The key ${alias} can't be read from the system keychain.`;
  }
}

/** Headers with secrets are sent only where the user saved them. */
function secretHeaderProblem(connection: Connection): Failure | null {
  if (!connection.unconfirmed) return null;
  const { confirmedFor } = connection.unconfirmed;
  const names = connection.headers.filter(([name, value]) => looksSecret(name, value)).map(([name]) => name);
  if (names.length === 0) return null;
  const before = confirmedFor === null ? 'was not saved here' : `was saved for ${confirmedFor}`;
  return failure(
    'no-key',
    `${connection.name} ${before}, and now leads to ${connection.origin} with the headers ${names.join(', ')}. A restored backup or another program changed it.`,
    { effect: 'not-sent', hint: 'Check the connection, then confirm or save it.' },
  );
}

/** Half of a surrogate pair has no encoding: another character would be sent in its place. */
const queryProblems = ({ query }: Draft): Failure[] =>
  query
    .filter(([name, value]) => !name.isWellFormed() || !value.isWellFormed())
    .map(([name]) =>
      failure('bad-draft', `The query parameter "${name.toWellFormed()}" contains half of a character.`, {
        hint: 'Enter its value again.',
        param: name,
      }),
    );

function parameterProblems(route: Route, draft: Draft): Failure[] {
  return pathParameters(route).flatMap((name) => {
    const value = Object.hasOwn(draft.params, name) ? (draft.params[name] ?? '') : '';
    const message = parameterProblem(route, name, value);
    // A colon only misleads the gateway; the user may want to see how.
    if (message === null || (draft.options.allowMisuse && value.includes(':'))) return [];
    return [failure('bad-draft', message, { hint: `Change "${name}" and send again.`, param: name })];
  });
}

import type { DraftBody } from '#shared/contract/exchanges.ts';
import type { Asked } from '#shared/protocol/asked.ts';
import { type BodyFormat, bodyFormatOf, recognizeBody } from '#shared/protocol/convert-body.ts';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import { spellingsOf } from '#shared/protocol/field-spellings.ts';
import { isObject } from '#shared/protocol/json.ts';
import type { Route } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';
import { askedIn } from '../../readers/asked.ts';
import { findJsonFault } from '../../readers/intake/json-text.ts';

/** What a draft's body requests, and why it cannot be sent. */
interface CheckedBody {
  streamAsked: boolean;
  asked: Asked | null;
  model: string | null;
  problems: Failure[];
}

/**
 * Checks a body before it is sent: it must be of the route's kind, JSON must parse, the fields that the route needs
 * must be there, and it must not be another protocol's. With `allowMisuse` only JSON must parse, for users who test how
 * a gateway handles the rest.
 */
export function checkBody(route: Route, body: DraftBody, allowMisuse: boolean): CheckedBody {
  const fields = fieldsOf(route, body, allowMisuse);
  if ('code' in fields)
    return { streamAsked: route.streams === 'always', asked: null, model: null, problems: [fields] };
  const { values } = fields;
  return {
    streamAsked:
      route.streams === 'always' ||
      (route.streams === 'field' && (values.stream === true || (body.kind === 'form' && values.stream === 'true'))),
    asked: askedIn(route.id, values),
    model: typeof values.model === 'string' ? values.model : null,
    problems: allowMisuse || route.body === 'any' ? [] : contentProblems(route, values),
  };
}

function fieldsOf(route: Route, body: DraftBody, allowMisuse: boolean): { values: Record<string, unknown> } | Failure {
  if (body.kind === 'none') {
    if (route.body === 'none' || route.body === 'any' || allowMisuse) return { values: {} };
    return failure('bad-draft', `${route.path} requires a body.`, { hint: 'Fill in the request.' });
  }
  const isTaken = route.body === body.kind || route.body === 'any' || (route.alsoForm && body.kind === 'form');
  if (!isTaken && !allowMisuse)
    return failure('bad-draft', `${route.path} accepts ${bodyNames[route.body]}, not ${bodyNames[body.kind]}.`, {
      hint: 'Your text is kept. Open the route again.',
    });
  if (body.kind === 'text') return { values: {} };
  if (body.kind === 'form')
    return {
      values: Object.fromEntries(body.fields.map((field) => [field.name, 'value' in field ? field.value : field])),
    };
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.text);
  } catch {
    const fault = findJsonFault(body.text);
    return failure(
      'bad-draft',
      fault === null
        ? 'The body is too large or too deeply nested to be checked as JSON.'
        : `The body isn't valid JSON: unexpected ${fault.found} at line ${fault.line}, column ${fault.column}.`,
      { effect: 'not-sent', hint: 'Correct the body.' },
    );
  }
  if (isObject(parsed)) return { values: parsed };
  if (route.body === 'any') return { values: {} };
  return failure('bad-draft', 'The body is JSON, but not an object.', { hint: 'Wrap it in { and }.' });
}

const bodyNames = { none: 'no body', json: 'a JSON body', form: 'a form', text: 'text', any: 'any body' } as const;

function contentProblems(route: Route, values: Record<string, unknown>): Failure[] {
  const misuse = findMisuse(route, values);
  if (misuse) return [misuse];
  const missing = route.needs.find((name) => !spellingsOf(name).some((one) => isGiven(values, one)));
  if (missing === undefined) return [];
  return [
    failure('bad-draft', `${route.path} requires the field "${missing}", but it is missing from the body.`, {
      hint: 'Fill in the field, or turn off the checks to send anyway.',
      param: missing,
    }),
  ];
}

/** A form may name several files of one field `image[]`, or `image[0]` and so on. */
const isGiven = (values: Record<string, unknown>, name: string): boolean =>
  Object.hasOwn(values, name) || Object.keys(values).some((given) => given.startsWith(`${name}[`));

const protocolNames: Record<BodyFormat, string> = {
  'chat.completions': 'a chat completion',
  responses: 'a Responses request',
  'native.generateContent': 'a native request',
};

/**
 * Finds a body of one protocol on a route of another: the gateway would respond with a misleading error. `param` is the
 * field that revealed it. The user can convert the body or send it anyway.
 */
function findMisuse(route: Route, body: Record<string, unknown>): Failure | null {
  const own = bodyFormatOf(route.id);
  if (own === 'native.generateContent' && Object.hasOwn(body, 'model'))
    return failure('misuse', `The body contains a model, but ${route.path} takes the model from its path.`, {
      hint: 'Move the model to the path field and remove it from the body.',
      param: 'model',
    });
  const found = recognizeBody(body);
  if (found === null || found.format === own) return null;
  // A route that uses the field itself (an embedding has an `input`, too) is not misused by it.
  const takes = own === null ? route.needs : routes[own].needs;
  if (takes.includes(found.field) || takes.every((field) => Object.hasOwn(body, field))) return null;
  const offer =
    own === null
      ? `Send it to ${routes[found.format].path}, or change the body.`
      : `Convert the body to this route, or send it to ${routes[found.format].path}.`;
  return failure(
    'misuse',
    `The body is ${protocolNames[found.format]} (it has "${found.field}"), which ${route.path} doesn't accept.`,
    { hint: offer, param: found.field },
  );
}

/**
 * Finds the native version in front of another one: a base URL that already contained it, to which the prefix was added.
 *
 * @param place base and prefix of the request.
 */
export function findWrongBase(place: string, address: string): Failure | null {
  const doubled = /\/v1beta(?=\/(?:.*\/)?v\d+(?:beta)?$)/.exec(new URL(place).pathname)?.[0];
  if (doubled === undefined) return null;
  return failure('misuse', `The base URL contains ${doubled}, so the request would go to ${address}.`, {
    hint: 'Enter the base URL of the connection again, or change its prefixes.',
  });
}

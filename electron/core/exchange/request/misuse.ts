import { type BodyFormat, bodyFormatOf, recogniseBody } from '#shared/protocol/convert-body.ts';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import type { Route } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';

const protocolNames: Record<BodyFormat, string> = {
  'chat.completions': 'a chat completion',
  responses: 'a responses request',
  'native.generateContent': 'a native request',
};

/**
 * A body of one protocol on a route of another: the gateway would answer with a fault that names something else. `param`
 * is the field that gave it away. The user can convert the body or send it anyway.
 */
export function findMisuse(route: Route, body: Record<string, unknown>): Failure | null {
  const own = bodyFormatOf(route.id);
  if (own === 'native.generateContent' && Object.hasOwn(body, 'model'))
    return failure('misuse', `The body names a model, and ${route.path} takes the model from its path.`, {
      hint: 'Move the model into the path field and remove it from the body.',
      param: 'model',
    });
  const found = recogniseBody(body);
  if (found === null || found.format === own) return null;
  // A route that takes the field itself (an embedding has an `input`, too) is not misused by it.
  const takes = own === null ? route.needs : routes[own].needs;
  if (takes.includes(found.field) || takes.every((field) => Object.hasOwn(body, field))) return null;
  const offer =
    own === null
      ? `Send it to ${routes[found.format].path}, or change the body.`
      : `Convert the body to this route, or send it to ${routes[found.format].path}.`;
  return failure(
    'misuse',
    `The body is ${protocolNames[found.format]} (it has "${found.field}"), and ${route.path} does not take it.`,
    { hint: offer, param: found.field },
  );
}

/** A base address that already holds a version in its middle: the route would follow it and miss. */
export function findWrongBase(base: string, address: string): Failure | null {
  const version = /\/v1beta(?=\/)/.exec(new URL(base).pathname)?.[0];
  if (version === undefined) return null;
  return failure('misuse', `The base address holds ${version} in its middle; the request would go to ${address}.`, {
    hint: `Routes bring their version themselves: use the address before ${version}.`,
  });
}

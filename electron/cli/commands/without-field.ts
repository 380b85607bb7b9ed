import type { DraftInput } from '#shared/contract/exchanges.ts';
import { addedFieldIn } from '#shared/protocol/added-field.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { namesField } from '#shared/protocol/field-name.ts';
import { isObject, parseJson } from '#shared/protocol/json.ts';
import { routes } from '#shared/protocol/table.ts';

/** Adds the option that leaves out the field that a refusal is about, if the request contained it. */
export function withFieldOption(failure: Failure, { routeId, body, options }: DraftInput): Failure {
  const value = body.kind === 'json' ? parseJson(body.text) : undefined;
  const named = failure.code === 'parameter' ? failure.param : null;
  const sent = Object.keys(isObject(value) ? value : {}).filter((name) => !routes[routeId].needs.includes(name));
  const field =
    addedFieldIn(failure, options?.added) ??
    sent.find((name) => named !== null && (namesField(named, name) || namesField(name, named)));
  return field === undefined
    ? failure
    : { ...failure, hint: `To send the request without the field: --without ${field}` };
}

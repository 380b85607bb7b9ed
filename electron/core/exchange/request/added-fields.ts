import type { Draft } from '#shared/contract/exchanges.ts';
import { isObject, type JsonObject, parseJson } from '#shared/protocol/json.ts';

/** Returns the draft without these of its added fields; the same object when it has none of them. */
export function withoutAdded(draft: Draft, fields: readonly string[]): Draft {
  const { body, options } = draft;
  const left = (options.added ?? []).filter((path) => fields.includes(path));
  const value = left.length > 0 && body.kind === 'json' ? parseJson(body.text) : undefined;
  if (body.kind !== 'json' || !isObject(value)) return draft;
  const text = JSON.stringify(
    left.reduce((object, path) => without(object, path.split('.')), value),
    null,
    /^\{\n( +)/.exec(body.text)?.[1],
  );
  const added = options.added?.filter((path) => !left.includes(path));
  return { ...draft, body: { ...body, text }, options: { ...options, ...(added && { added }) } };
}

/** Returns an object without the member at a path, and without objects that contained nothing else. */
function without(object: JsonObject, [name = '', ...rest]: readonly string[]): JsonObject {
  const { [name]: inner, ...others } = object;
  if (rest.length === 0 || !isObject(inner)) return others;
  const kept = without(inner, rest);
  return Object.keys(kept).length > 0 ? { ...object, [name]: kept } : others;
}

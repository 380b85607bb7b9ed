import * as z from 'zod/mini';
import { rateNames } from '#shared/cost/price.ts';
import { failureCodes, failureEffects } from '#shared/protocol/failure.ts';
import { routeIds } from '#shared/protocol/route.ts';

/** Values shared by the lines of several commands, as `docs/guide/json-lines.schema.json` describes them. */

export const text = z.string();
export const words = z.nullable(z.string());
export const count = z.int();
export const amount = z.nullable(z.number());
export const flag = z.boolean();
export const anything = z.record(z.string(), z.unknown());
export const { exactOptional: optional, nullable } = z;

/** Milliseconds since 1970. */
export const time = z.int();

/** Names an object among the definitions of the schema. */
export function defined<T extends z.ZodMiniType>(id: string, description: string, schema: T): T {
  z.globalRegistry.add(schema, { id, description });
  return schema;
}

export const routeId = defined('route', 'A route; see `patchbay routes`.', z.enum(routeIds));

/** Returns a line of `--json`: an object whose `type` says what it is. */
export const line = <const Type extends string, Fields extends z.core.$ZodLooseShape>(
  type: Type,
  description: string,
  fields: Fields,
  id = `${type}-line`,
) => defined(id, description, z.object({ type: z.literal(type), ...fields }));

const failureFields = {
  code: defined('failure-code', 'The kind of failure.', z.enum(failureCodes)),
  message: text,
  effect: optional(nullable(z.enum(failureEffects))),
  hint: text,
  retryable: flag,
  status: nullable(count),
  gatewayCode: words,
  param: words,
  requestId: words,
  gatewayMessage: words,
  retryAfterMs: amount,
  exchangeId: words,
  keyHeader: optional(z.object({ name: text, prefix: text })),
};

/** A failure inside another line. `type` is the error type from the gateway. */
export const failureValue = defined(
  'failure',
  'What went wrong. `code` is one of a fixed list; `type`, `gatewayCode` and `param` come from the gateway; `message` and `hint` are for people; `effect` says what is certain about the request or what was to be saved.',
  z.object({ ...failureFields, type: words }),
);

export const failureLine = line(
  'failure',
  'A failure. `code` is `usage` for an invalid command line; `exit` is the exit status, unless a worse failure follows; `gatewayType` is the error type from the gateway.',
  { exit: count, ...failureFields, code: z.union([failureFields.code, z.literal('usage')]), gatewayType: words },
);

export const fileRef = defined(
  'file',
  'A stored file.',
  z.object({ id: text, name: text, type: text, sizeBytes: count }),
);

/** Rates by name: decimal texts, for one or for a million. */
const rates = z.partialRecord(z.enum(rateNames), text);

export const price = { currency: text, rates, maxInputTokens: optional(count) };

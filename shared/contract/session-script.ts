import * as z from 'zod/mini';

const text = z.string().check(z.minLength(1), z.maxLength(1_000_000));
const seconds = z.number().check(z.minimum(0), z.maximum(3600));
const at = z.optional(seconds);

/** One step of a script; see `shared/protocol/session-script.ts`. */
export const scriptStep = z.discriminatedUnion('do', [
  z.strictObject({ at, do: z.literal('play'), file: text, pace: z.optional(z.enum(['real', 'fast'])) }),
  z.strictObject({ at, do: z.literal('say'), text }),
  z.strictObject({ at, do: z.literal('send'), event: z.record(z.string(), z.unknown()) }),
  ...(['commit', 'respond', 'cancel', 'clear', 'end'] as const).map((name) =>
    z.strictObject({ at, do: z.literal(name) }),
  ),
  z.strictObject({ at, do: z.literal('cut'), seconds }),
  z.strictObject({
    at,
    do: z.literal('wait'),
    for: z.enum(['answer', 'speech-started', 'speech-stopped', 'live']),
    seconds: z.optional(seconds),
  }),
  z.strictObject({
    at,
    do: z.literal('expect'),
    who: z.enum(['person', 'model']),
    includes: text,
    seconds: z.optional(seconds),
  }),
]);

import * as z from 'zod/mini';

const text = z.string().check(z.minLength(1), z.maxLength(1_000_000));
const seconds = z.number().check(z.minimum(0), z.maximum(3600));
const at = z.optional(seconds);

/**
 * One step of a session script: one JSON object each, in a JSON array or as JSON lines. `at` counts seconds from the
 * moment the session is live; without it a step follows the previous one. `cut` is seconds without a socket; `expect`
 * is text that the words of a side must contain by now, or within `seconds`. `played` waits for the end of a file,
 * `transcript` for the words of a turn of the user.
 */
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
    for: z.enum(['answer', 'speech-started', 'speech-stopped', 'live', 'played', 'transcript']),
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

export type ScriptStep = z.infer<typeof scriptStep>;

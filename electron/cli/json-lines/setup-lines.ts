import * as z from 'zod/mini';
import { connectionColours, nativeKeyChoices, proxyModes } from '#shared/contract/connections.ts';
import { count, flag, line, nullable, optional, text, time, words } from './values.ts';

/** The lines of `connections` and `keys`. */

const milliseconds = optional(z.number());

export const connectionLine = line(
  'connection',
  'A saved connection. `model` is its default model; the value of a header is null if it looks like a secret.',
  {
    id: text,
    name: text,
    baseAddress: text,
    isDefault: flag,
    model: words,
    keys: count,
    nativeKeyStyle: z.enum(nativeKeyChoices),
    environment: z.enum(connectionColours),
    headers: z.array(z.object({ name: text, value: words })),
    routes: z.array(text),
    acceptedInsecure: flag,
    proxy: z.object({ mode: z.enum(proxyModes), address: text, bypass: text, user: text, hasPassword: flag }),
    certificates: words,
    deadlines: z.object({
      connectMs: milliseconds,
      headersMs: milliseconds,
      idleMs: milliseconds,
      totalMs: optional(nullable(z.number())),
    }),
    retries: count,
    createdAt: time,
  },
);

export const connectionLines = [
  connectionLine,
  line('connection-removed', 'A connection was deleted with its keys.', { id: text, name: text, keys: count }),
] as const;

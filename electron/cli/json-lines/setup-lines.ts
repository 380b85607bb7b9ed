import * as z from 'zod/mini';
import { connectionColours, nativeKeyChoices, proxyModes } from '#shared/contract/connections.ts';
import { mediaOrigins } from '#shared/protocol/gateway-details.ts';
import { amount, count, failureValue, flag, line, nullable, optional, price, text, time, words } from './values.ts';

/** The lines of `connections` and `keys`. */

const milliseconds = optional(z.number());

const connectionLine = line(
  'connection',
  'A saved connection. `model` is its default model, `routeModels` those of single routes; the value of a header is null if it looks like a secret.',
  {
    id: text,
    name: text,
    baseAddress: text,
    isDefault: flag,
    model: words,
    routeModels: z.record(z.string(), text),
    keys: count,
    prefixes: z.object({ compatible: text, native: text }),
    routePaths: z.record(z.string(), text),
    query: z.array(z.object({ name: text, value: text })),
    keyHeader: z.object({ name: text, prefix: text }),
    reasoningTags: z.array(z.object({ open: text, close: text })),
    mediaOrigins: z.enum(mediaOrigins),
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

const testLine = line(
  'key-test',
  'What the model lists showed about a key: `works`, `partly` if one of two was returned, or `refused`. `exit` is the exit status.',
  {
    connectionId: text,
    connectionName: text,
    keyAlias: words,
    verdict: z.enum(['works', 'partly', 'refused']),
    models: count,
    latencyMs: amount,
    lists: z.array(
      z.object({
        surface: z.enum(['compatible', 'native']),
        state: z.enum(['listed', 'not-offered', 'key-style', 'failed']),
        failure: nullable(failureValue),
      }),
    ),
    exit: count,
  },
);

const balanceLine = line(
  'key-balance',
  'The balance of a key as the gateway reports it: decimal texts in its own unit, which is null if it names none. `not-reported`: it reports none. `exit` is the exit status.',
  {
    keyId: text,
    alias: text,
    connectionId: text,
    connectionName: text,
    state: z.enum(['reported', 'not-reported', 'failed']),
    path: optional(text),
    amounts: optional(z.array(z.object({ remaining: words, used: words, limit: words, unit: words }))),
    failure: optional(failureValue),
    exit: count,
  },
);

export const keyLines = [
  line('key', 'A saved key, without its secret. `fingerprint` is the start of its SHA-256.', {
    id: text,
    connectionId: text,
    connectionName: text,
    alias: text,
    fingerprint: text,
    origin: text,
    protection: z.enum(['keyring', 'weak', 'memory']),
    state: z.enum(['ready', 'enter-again', 'other-origin']),
    reason: z.optional(z.enum(['not-bound', 'changed'])),
    enabled: flag,
    createdAt: time,
    lastUsedAt: nullable(time),
  }),
  line('key-removed', 'A key was deleted.', { id: text, alias: text, connectionId: text, connectionName: text }),
  testLine,
  balanceLine,
] as const;

export const connectionLines = [
  connectionLine,
  line('connection-removed', 'A connection was deleted with its keys.', { id: text, name: text, keys: count }),
  testLine,
  line('connections-exported', 'The file that was written, with this many connections and encrypted keys.', {
    path: text,
    connections: count,
    keys: count,
  }),
  line(
    'connection-imported',
    'What became of a connection in the file. `id` is its own if it was imported; `parts` is what the file has, `leftOut` the kinds that need an option.',
    {
      name: text,
      baseAddress: text,
      state: z.enum(['imported', 'skipped', 'failed']),
      id: words,
      keys: count,
      headers: z.array(text),
      parts: z.array(
        z.object({
          kind: text,
          value: text,
          certificates: z.array(z.object({ subject: text, fingerprint: text })),
        }),
      ),
      leftOut: z.array(text),
      notes: z.array(text),
      failure: nullable(failureValue),
    },
  ),
] as const;

export const priceLines = [
  line('price', 'The price of a model. Rates are decimal texts, named after what they are charged for.', {
    model: text,
    ...price,
    source: z.enum(['listing', 'manual', 'imported']),
    setAt: time,
  }),
  line('price-set', 'A price was set; so many earlier requests have another cost now.', {
    model: text,
    recalculated: count,
  }),
  line('price-removed', 'A price that was set or imported was removed.', { model: text }),
  line('prices-imported', 'What was imported: `found` of the prices fit a model, `unreadable` ones use other units.', {
    imported: count,
    found: count,
    entries: count,
    unreadable: count,
    recalculated: count,
  }),
  line('prices-exported', 'The file that was written.', { path: text, prices: count }),
] as const;

export const promptLines = [
  line('prompt', 'A saved prompt. `default` is null for a variable that needs a value.', {
    name: text,
    text,
    variables: z.array(z.object({ name: text, default: words })),
    updatedAt: time,
  }),
  line('prompt-removed', 'A saved prompt was deleted.', { name: text }),
  line('prompts-imported', 'What was imported: `skipped` ones are stored already, `unreadable` ones are no prompts.', {
    added: count,
    replaced: count,
    skipped: count,
    unreadable: count,
  }),
  line('prompts-exported', 'The file that was written.', { path: text, prompts: count }),
] as const;

import * as z from 'zod/mini';
import { checkLines, compareLines } from './cell-lines.ts';
import { realtimeLines } from './realtime-lines.ts';
import { model, runLines, warningLine } from './run-lines.ts';
import { connectionLines, keyLines, priceLines, promptLines } from './setup-lines.ts';
import { taskLines } from './task-lines.ts';
import { count, failureLine, flag, line, nullable, optional, price, routeId, text, words } from './values.ts';
import { previewLines, wireLines } from './wire-lines.ts';

/**
 * Every line that a command writes under `--json`, by command. `docs/guide/json-lines.schema.json` and the tables
 * of `docs/guide/scripting.md` are generated from this; the commands import only the types.
 */

const modelLine = line('model', 'A model that the gateway lists; `price` where it is known.', {
  ...model,
  price: optional(z.object(price)),
});

const deadlines = z.object({
  connectMs: z.number(),
  headersMs: z.number(),
  idleMs: z.number(),
  totalMs: nullable(z.number()),
});

const routeLine = line('route', 'A route that can be run. `url` is its full URL at the gateway that was named.', {
  id: routeId,
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']),
  path: text,
  url: optional(text),
  family: z.enum(['compatible', 'native', 'custom']),
  group: z.enum(['text', 'vectors', 'images', 'audio', 'video', 'native', 'custom']),
  transport: z.enum(['http', 'websocket']),
  body: z.enum(['none', 'json', 'form', 'any']),
  alsoForm: flag,
  needs: z.readonly(z.array(text)),
  reader: text,
  streams: z.enum(['field', 'always', 'never']),
  query: optional(z.readonly(z.record(z.string(), text))),
  deadlines,
  streamDeadlines: optional(deadlines),
  repeatable: z.enum(['always', 'not-sent']),
  costly: flag,
  optIn: flag,
});

const noticeLine = line('notice', 'Something about the data folder that you should know.', { message: text });

export const jsonLines = {
  'every command': [failureLine],
  'run, chat': runLines,
  'run, chat, tasks submit': previewLines,
  realtime: realtimeLines,
  check: [...checkLines, warningLine],
  compare: [...compareLines, warningLine],
  tasks: taskLines,
  wire: [...wireLines, ...runLines],
  models: [modelLine, warningLine],
  connections: connectionLines,
  keys: keyLines,
  prices: priceLines,
  prompts: promptLines,
  backup: [line('backup', 'The file that was written.', { path: text, sizeBytes: count }), noticeLine],
  restore: [
    line('restore', 'Whether the backup was restored, or waits for the next start.', {
      state: z.enum(['restored', 'waiting']),
    }),
    noticeLine,
  ],
  routes: [routeLine],
  serve: [
    line('serve-ready', 'The app is ready: `link` contains the token of this run.', {
      address: text,
      link: text,
    }),
    line('serve-end', 'The last line: Patchbay was stopped.', {}),
  ],
  demo: [
    line('demo-ready', 'The demo gateway is ready at `address` and accepts `key`.', {
      address: text,
      key: text,
      scenario: words,
    }),
    line('demo-end', 'The last line: the demo gateway was stopped.', {}),
    line('scenario', 'With `--scenarios`: a failure that it can simulate.', { name: text, title: text }),
  ],
} as const;

/** A line of `--json` from any command. */
export type JsonLine = z.output<(typeof jsonLines)[keyof typeof jsonLines][number]>;

export const jsonLine = z.union([...new Set(Object.values(jsonLines).flat())]);

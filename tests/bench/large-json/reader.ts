import { setImmediate as nextTurn } from 'node:timers/promises';
import { draft } from '#shared/contract/exchanges.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { openBenchCore } from '../../support/load/core.ts';
import { gauge, type Reading } from '../../support/load/gauge.ts';

/** What one process measured: each phase in the life of one response. */
export interface Phases {
  state: string;
  parts: string;
  phases: Record<string, Reading>;
}

const routeOf: Record<string, RouteId> = {
  image: 'images.generations',
  vectors: 'embeddings',
  'packed vectors': 'embeddings',
};

const [name = '', size = '', port = ''] = process.argv.slice(2);
const core = await openBenchCore(`http://127.0.0.1:${port}/${encodeURIComponent(name)}/${size}`);
const asked = { signal: new AbortController().signal };
const { handlers } = core.exchanges;
const request = draft.parse({
  connectionId: 'c',
  routeId: routeOf[name] ?? 'chat.completions',
  body: { kind: 'json', text: '{"model":"bench-1","messages":[],"input":[],"prompt":"x"}' },
  options: { allowMisuse: true },
});

/** Small responses first: a program that has run for an hour has warm code and started threads. */
for (let warm = 0; warm < 2; warm += 1)
  for await (const _ of core.exchanges.perform(request, asked)) if (warm === 1 && _.type === 'vector') break;

const phases: Record<string, Reading> = {};
const counts = new Map<string, number>();
let id = '';
let state = '';
phases.run = await gauge(async () => {
  for await (const part of core.exchanges.perform(request, asked)) {
    counts.set(part.type, (counts.get(part.type) ?? 0) + 1);
    if (part.type === 'run-end') {
      id = part.exchangeId;
      state = part.error?.message ?? part.state;
    }
  }
});
phases.detail = await gauge(async () => handlers.get({ id }, asked));
phases.body = await gauge(async () => {
  for (let offset = 0, total = 1; offset < total; offset += 256 * 1024) {
    ({ totalBytes: total } = await handlers.body({ id, side: 'response', offset, length: 256 * 1024 }, asked));
    // Each is requested by its own message.
    await nextTurn();
  }
});
phases.events = await gauge(async () => {
  for await (const _ of handlers.events({ id, from: 0 }, asked));
});
phases['shown again'] = await gauge(async () => {
  for await (const _ of handlers.watch({ id }, asked));
});
phases.har = await gauge(async () => handlers.har({ ids: [id] }, asked));
phases['as a file'] = await gauge(async () => handlers.keepBody({ id, side: 'response' }, asked));
await core.close();
const parts = [...counts].map(([type, count]) => `${count} ${type}`).join(', ');
process.send?.({ state, parts, phases } satisfies Phases, () => process.exit());

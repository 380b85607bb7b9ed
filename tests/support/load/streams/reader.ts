// Reads many streams at once in one way, in its own process: reader.ts <way> <streams> <seconds> <port>
import http from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { EventDecoder } from '#core/readers/sse.ts';
import { draft } from '#shared/contract/exchanges.ts';
import { openBenchCore } from '../core.ts';

export interface StreamsRead {
  /** Streams in which an event was missing, out of order, or from another stream. */
  broken: number;
  events: number;
  grownMb: number;
  /** Of the event loop, once all streams were open. */
  p99Ms: number;
  longestMs: number;
  /** The longest block of the loop while all streams were opened in one turn. */
  openingMs: number;
  /** Share of one processor used by this process. */
  busy: number;
}

type ReadStream = (id: string, onText: (text: string) => void) => Promise<void>;

const [way = '', streamsText = '', secondsText = '', port = ''] = process.argv.slice(2);
const [streams, seconds] = [Number(streamsText), Number(secondsText)];
const address = `http://127.0.0.1:${port}`;
const bodyOf = (id: string) => JSON.stringify({ model: id, messages: [], stream: true });

const decoder = (onText: (text: string) => void) =>
  new EventDecoder(({ data }) => {
    if (data !== '[DONE]')
      onText((JSON.parse(data) as { choices: [{ delta: { content?: string } }] }).choices[0].delta.content ?? '');
  }, 1 << 20);

async function openWay(): Promise<{ read: ReadStream; close(): Promise<void> }> {
  if (way === 'core') {
    const core = await openBenchCore(address);
    const read: ReadStream = async (id, onText) => {
      const request = draft.parse({
        connectionId: 'c',
        routeId: 'chat.completions',
        body: { kind: 'json', text: bodyOf(id) },
      });
      for await (const part of core.exchanges.perform(request, { signal: new AbortController().signal }))
        if (part.type === 'text-delta') onText(part.text);
    };
    return { read, close: () => core.close() };
  }
  const read: ReadStream =
    way === 'fetch'
      ? async (id, onText) => {
          const events = decoder(onText);
          const answer = await fetch(`${address}/v1/chat/completions`, { method: 'POST', body: bodyOf(id) });
          for await (const bytes of answer.body ?? []) events.push(bytes);
        }
      : (id, onText) =>
          new Promise((resolve, reject) => {
            const events = decoder(onText);
            http
              .request(`${address}/v1/chat/completions`, { method: 'POST' }, (answer) => {
                answer.on('data', (bytes: Uint8Array) => events.push(bytes));
                answer.on('end', resolve).on('error', reject);
              })
              .end(bodyOf(id));
          });
  return { read, close: async () => {} };
}

const { read, close } = await openWay();
const wanted = seconds * 20;

/** True when every event of the stream arrived, in order. */
async function readOne(id: string, onFirst = () => {}): Promise<boolean> {
  let next = 0;
  let isWhole = true;
  await read(id, (text) => {
    if (next === 0) onFirst();
    for (const piece of text.trimEnd().split(' ')) {
      if (piece === '') continue;
      isWhole &&= piece === `${id}:${next}`;
      next += 1;
    }
  });
  return isWhole && next === wanted;
}

await Promise.all(Array.from({ length: 4 }, (_, at) => readOne(`warm-${at}`)));
for (let round = 0; round < 4; round += 1) globalThis.gc?.();
const before = process.memoryUsage().rss;
let highest = before;
const delay = monitorEventLoopDelay({ resolution: 5 });
const opening = monitorEventLoopDelay({ resolution: 5 });
opening.enable();
let opened = 0;
const allOpen = Promise.withResolvers<void>();
const work = Promise.all(
  Array.from({ length: streams }, (_, at) =>
    readOne(`stream-${at}`, () => {
      opened += 1;
      if (opened === streams) allOpen.resolve();
    }),
  ),
);
// Opening hundreds of connections at once is a burst of its own.
await Promise.race([allOpen.promise, work]);
opening.disable();
const [cpu, began] = [process.cpuUsage(), performance.now()];
delay.enable();
const timer = setInterval(() => {
  highest = Math.max(highest, process.memoryUsage().rss);
}, 100);
const whole = await work;
delay.disable();
clearInterval(timer);
const { user, system } = process.cpuUsage(cpu);
const busy = (user + system) / 1000 / (performance.now() - began);
await close();
const result: StreamsRead = {
  broken: whole.filter((isWhole) => !isWhole).length,
  events: streams * wanted,
  grownMb: (highest - before) / 1e6,
  // The timer of the histogram is part of what it measures.
  p99Ms: delay.percentile(99) / 1e6 - 5,
  longestMs: delay.max / 1e6 - 5,
  openingMs: opening.max / 1e6 - 5,
  busy,
};
process.send?.(result, () => process.exit());

import { draft } from '#shared/contract/exchanges.ts';
import { openBenchCore } from './core.ts';
import { gauge, type Reading } from './gauge.ts';

export interface Sent extends Reading {
  state: string;
  sentBytes: number;
  reports: number;
}

const [way = '', megabytes = '', port = ''] = process.argv.slice(2);
const core = await openBenchCore(`http://127.0.0.1:${port}${way === 'stalled' ? '/stall' : ''}`);

async function* sound(bytes: number) {
  const block = Buffer.alloc(1024 * 1024, 7);
  for (let left = bytes; left > 0; left -= block.length) yield block.subarray(0, Math.min(left, block.length));
}

const sizeBytes = Number(megabytes) * 1024 * 1024;
const ref = await core.files.admit({ name: 'talk.wav', type: 'audio/wav', sizeBytes }, sound(sizeBytes));
const request = draft.parse({
  connectionId: 'c',
  routeId: 'audio.transcriptions',
  body: {
    kind: 'form',
    fields: [
      { kind: 'text', name: 'model', value: 'bench-1' },
      { kind: 'file', name: 'file', fileId: ref.id },
    ],
  },
});

let sentBytes = 0;
let reports = 0;
let state = '';
async function send(): Promise<void> {
  const stop = new AbortController();
  const timer = way === 'stalled' ? setTimeout(() => stop.abort(), 3000) : undefined;
  for await (const part of core.exchanges.perform(request, { signal: stop.signal })) {
    if (part.type === 'progress' && part.stage === 'sending') reports += 1;
    if (part.type !== 'run-end') continue;
    state = part.error?.code ?? part.state;
    sentBytes = part.timeline.sentBytes;
  }
  clearTimeout(timer);
}

const reading = await gauge(() => Promise.all(Array.from({ length: way === 'four' ? 4 : 1 }, send)));
await core.close();
process.send?.({ ...reading, state, sentBytes, reports } satisfies Sent, () => process.exit());

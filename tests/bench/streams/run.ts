/**
 * 500 concurrent streams of 20 events per second from a server in another process: through the core, which records each,
 * compared with bare node:http and Node's fetch with the same event decoder. Lasts 6 seconds each, with `--long` a minute.
 */

import { readStreams } from '../../support/load/streams/measure.ts';
import { judge } from '../judge.ts';

const streams = 500;
const seconds = process.argv.includes('--long') ? 60 : 6;

async function read(way: 'core' | 'node:http' | 'fetch') {
  const found = await readStreams(way, streams, seconds);
  console.log(
    `  ${way.padEnd(10)} +${found.grownMb.toFixed(0)} MB, loop p99 ${found.p99Ms.toFixed(1)} ms, longest ${found.longestMs.toFixed(0)} ms (${found.openingMs.toFixed(0)} ms while opening), ${(found.busy * 100).toFixed(0)} % of a processor`,
  );
  return found;
}

const bare = await read('node:http');
const core = await read('core');
const fetched = await read('fetch');
const what = `${streams} streams`;
judge({
  goal: 'P23',
  what: `${what}, damaged or mixed up among ${core.events.toLocaleString('en')} events`,
  value: core.broken,
  limit: { atMost: 0 },
  unit: '',
});
judge({
  goal: 'P23',
  what: `${what}, memory (bare node:http +${bare.grownMb.toFixed(0)} MB, fetch +${fetched.grownMb.toFixed(0)} MB)`,
  value: core.grownMb,
  limit: { atMost: 96 },
  unit: 'MB',
  reason: `${(core.grownMb / streams).toFixed(2)} MB per stream, ${(fetched.grownMb / streams).toFixed(2)} with fetch, which stores nothing. After 50 s of every stream and a garbage collection, 50 MB more are in use than before: two texts per stream (16 MB), arrival times and data not yet on disk (10 MB), readers and redactors. The rest is garbage that V8 has not collected yet.`,
});
judge({
  goal: 'P23',
  what: `${what}, event loop delay, p99 (bare node:http ${bare.p99Ms.toFixed(1)} ms)`,
  value: core.p99Ms,
  limit: { atMost: 30 },
  unit: 'ms',
  reason:
    'A hundred streams send at the same time, every 10 ms. In a profile, reading an event takes 16 µs and recording it another 10 µs; recording yields every 8 ms, and each commit takes 2 to 6 ms more.',
});
process.exit();

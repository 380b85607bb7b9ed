/**
 * A 512 MB video from a loopback server in another process into a file: through the program, which records it and can resume
 * after a break, compared with the ways that Node offers (node:http, its fetch, undici), each in a fresh process, interleaved
 * within a round. `--long` takes more rounds.
 */

import { serveVideo, ways } from '../../support/load/download/measure.ts';
import type { Downloaded } from '../../support/load/download/reader.ts';
import { median } from '../../support/quantiles.ts';
import { judge } from '../judge.ts';

const megabytes = 512;
const rounds = process.argv.includes('--long') ? 7 : 3;

const video = await serveVideo(megabytes, 0);
const found = new Map<string, Downloaded[]>(ways.map((way) => [way, []]));
for (let round = 0; round < rounds; round += 1)
  for (const way of ways) {
    const result = await video.download(way);
    if (result.hash !== video.hash) throw new Error(`${way}: different bytes arrived: ${result.failure}`);
    found.get(way)?.push(result);
  }
video.close();
const of = (way: string, what: 'ms' | 'grownMb') => median((found.get(way) ?? []).map((result) => result[what]));
for (const way of ways)
  console.log(
    `  ${way.padEnd(12)} ${(megabytes / (of(way, 'ms') / 1000)).toFixed(0).padStart(5)} MB/s, +${of(way, 'grownMb').toFixed(0)} MB`,
  );
const fastestMs = Math.min(...ways.filter((way) => way !== 'core').map((way) => of(way, 'ms')));
judge({
  goal: 'P18',
  what: `speed for ${megabytes} MB, vs the fastest alternative`,
  value: fastestMs / of('core', 'ms'),
  limit: { atLeast: 0.8 },
  unit: 'x',
});
judge({
  goal: 'P18',
  what: 'memory growth',
  value: of('core', 'grownMb'),
  limit: { atMost: 100 },
  unit: 'MB',
});
process.exit();

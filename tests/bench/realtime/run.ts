/**
 * The overhead of a session: 50 audio chunks per second in each direction, through the RPC transport of a page, the core, its
 * record and its tracks, to a gateway that echoes them at once; compared with the same over a bare WebSocket from another
 * process at the same time. Lasts 15 seconds, with `--long` ten minutes.
 */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { quantile } from '../../support/quantiles.ts';
import { judge } from '../judge.ts';
import type { Measured } from './pieces.ts';

const seconds = process.argv.includes('--long') ? 600 : 15;

const echo = spawn(process.execPath, [path.join(import.meta.dirname, 'echo.ts')], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const port = String((await once(echo.stdout, 'data'))[0]).trim();

async function measure(way: 'bare' | 'core'): Promise<Measured> {
  const child = fork(new URL('./pieces.ts', import.meta.url), [way, String(seconds), port], {
    execArgv: ['--expose-gc'],
  });
  const [measured] = (await once(child, 'message')) as [Measured];
  await once(child, 'exit');
  return measured;
}

const [bare, core] = await Promise.all([measure('bare'), measure('core')]);
echo.kill();
const tenth = Math.floor(core.times.length / 10);
for (const [name, { times }] of [
  ['bare', bare],
  ['core', core],
] as const)
  console.log(
    `  ${name}: median ${quantile(times, 0.5).toFixed(2)} ms, p99 ${quantile(times, 0.99).toFixed(2)} ms, longest ${quantile(times, 1).toFixed(2)} ms`,
  );
judge({
  goal: 'P26',
  what: `latency added to a bare WebSocket, p99 over ${seconds} s`,
  reason: `The RPC transport of a page batches for 8 ms, twice on this route: ${(quantile(core.times, 0.5) - quantile(bare.times, 0.5)).toFixed(1)} ms in the median. The rest is scheduling: four processes of this benchmark share ${availableParallelism()} processors, and the bare WebSocket itself was once delayed by ${quantile(bare.times, 1).toFixed(0)} ms.`,
  value: quantile(core.times, 0.99) - quantile(bare.times, 0.99),
  limit: { atMost: 20 },
  unit: 'ms',
});
judge({
  goal: 'P26',
  what: 'drift of the median from the first to the last tenth',
  value: quantile(core.times.slice(-tenth), 0.5) - quantile(core.times.slice(0, tenth), 0.5),
  limit: { atMost: 2 },
  unit: 'ms',
});
judge({
  goal: 'P26',
  what: 'memory growth after the first quarter',
  value: Math.max(...core.memory.slice(1)) - (core.memory[0] as number),
  limit: { atMost: 48 },
  unit: 'MB',
  reason:
    'A new process reaches its working size within 30 s, longer than the short form: in a session of 60 s the maximum of each quarter was 158, 188, 177 and 182 MB, so memory does not grow with the session.',
});
process.exit();

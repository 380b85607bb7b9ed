/**
 * JSON responses of 100 MB, each in a fresh process, from a loopback server in another one: read, recorded, redacted and
 * shown, then inspected again in every way that the wire record offers. `--long` takes 100 MB, the short form 32 MB. The
 * event loop of an idle process is measured at the same time: on a busy machine other processes block it, so the result is
 * the CPU time of this thread, or the delay if that is shorter. An image may use a fixed amount of memory whatever its size,
 * every other response at most 8 times its size: its bytes, its text, the parsed value and its parts.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { judge } from '../judge.ts';
import { shapeNames } from './answers.ts';
import type { Phases } from './reader.ts';

const megabytes = process.argv.includes('--long') ? 100 : 32;
const only = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const at = (file: string) => new URL(file, import.meta.url);
const limitMs = 50;

const server = fork(at('./answers.ts'));
const [port] = (await once(server, 'message')) as [number];
for (const name of only.length > 0 ? only : shapeNames) {
  const child = fork(at('./reader.ts'), [name, String(megabytes), String(port)], { execArgv: ['--expose-gc'] });
  const [{ state, parts, phases }] = (await once(child, 'message')) as [Phases];
  await once(child, 'exit');
  console.log(`\n${name}, ${megabytes} MB: ${state} (${parts})`);
  for (const [phase, { ms, heldMs, busyMs, grownMb }] of Object.entries(phases))
    console.log(
      `  ${phase.padEnd(12)} ${ms.toFixed(0).padStart(6)} ms, blocked ${heldMs.toFixed(0).padStart(4)} ms, CPU ${busyMs.toFixed(0).padStart(4)} ms, +${grownMb.toFixed(0)} MB`,
    );
  const all = Object.values(phases);
  const judged = (what: string, value: number, atMost: number, unit: string) =>
    judge({ goal: 'JSON', what: `${name} of ${megabytes} MB, ${what}`, value, limit: { atMost }, unit });
  judged(
    'longest event loop delay',
    Math.max(...all.map(({ heldMs, busyMs }) => Math.min(heldMs, busyMs))),
    limitMs,
    'ms',
  );
  judged('memory', Math.max(...all.map(({ grownMb }) => grownMb)), name === 'image' ? 64 : 8 * megabytes, 'MB');
}
server.kill();
process.exit();

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { bombs } from '../../support/bombs.ts';
import type { Bar } from '../bar.ts';
import type { Met } from './bomb-child.ts';

/**
 * Rejected input is rejected at its limit, with at most 128 MiB of it in memory. Accepted input is read in a thread with
 * bounded memory that is freed afterwards; its limit is what 14 MB of a million keys take there.
 */
const mostMb = { refused: 128 + 64, read: 448 + 64 };
const mostBusyMs = 250;

async function meet(number: number, port: number): Promise<Met> {
  const words = [String(number), String(port)];
  const child = fork(new URL('./bomb-child.ts', import.meta.url), words, { execArgv: ['--expose-gc'] });
  const [met] = (await once(child, 'message')) as [Met];
  await once(child, 'exit');
  return met;
}

export const bar: Bar = {
  promise:
    'A response built to exhaust memory ends with a named failure, in bounded memory, and the next request works.',
  async run({ long }) {
    // The gateway runs in its own process, so that its memory is not counted.
    const server = fork(new URL('./bomb-server.ts', import.meta.url));
    const [port] = (await once(server, 'message')) as [number];
    const all: Met[] = [];
    for (const [number, { isLong }] of bombs.entries()) if (long || !isLong) all.push(await meet(number, port));
    server.disconnect();
    await once(server, 'exit');
    const wrong = all.filter(({ code, wanted, goesOn }) => code !== wanted || !goesOn);
    const worst = (what: 'grownMb' | 'busyMs') =>
      all.reduce((first, second) => (second[what] > first[what] ? second : first));
    const [largest, slowest] = [worst('grownMb'), worst('busyMs')];
    const isBounded = all.every(({ wanted, grownMb }) => grownMb <= (wanted === null ? mostMb.read : mostMb.refused));
    const named = wrong.map(({ name, code, wanted }) => `${name}: ${code}, not ${wanted}`).join('; ');
    return {
      figure: `${all.length} bombs, ${wrong.length} with a wrong result${named && ` (${named})`}, at most +${largest.grownMb.toFixed(0)} MB (${largest.name}), at most ${slowest.busyMs.toFixed(0)} ms in one turn of the event loop (${slowest.name})`,
      isRight: wrong.length === 0,
      held: wrong.length === 0 && isBounded && (!long || slowest.busyMs <= mostBusyMs),
    };
  },
};

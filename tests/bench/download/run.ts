/**
 * A film of 4 GB from a loopback server in another process that breaks off at random places, every second time by a reset,
 * into the file store, compared byte for byte by its hash. `--long` takes 4 GB and 20 breaks, the short form 256 MB and 5.
 *
 * Goals: the same bytes; at most 32 MB whatever the size, above a process that has downloaded something before; at most 1 % of the bytes are asked for twice.
 */
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { blockAt, blockBytes } from './film.ts';
import type { Downloaded } from './reader.ts';

const isLong = process.argv.includes('--long');
const [megabytes, breaks] = isLong ? [4096, 20] : [256, 5];
const at = (file: string) => new URL(file, import.meta.url);

let missed = 0;
function verdict(met: boolean, text: string): void {
  if (!met) missed += 1;
  console.log(`  ${met ? 'met   ' : 'MISSED'} ${text}`);
}

const wanted = createHash('sha256');
for (let index = 0; index < megabytes; index += 1) wanted.update(blockAt(index));

const server = fork(at('./server.ts'), [String(megabytes), String(breaks)]);
const [port] = (await once(server, 'message')) as [number];
let served = 0;
server.on('message', (said: { served: number }) => {
  served = said.served;
});
const child = fork(at('./reader.ts'), [String(port)], { execArgv: ['--expose-gc'] });
const [found] = (await once(child, 'message')) as [Downloaded];
await once(child, 'exit');
const seconds = found.ms / 1000;
console.log(
  `${megabytes} MB in ${found.tries} tries, ${seconds.toFixed(1)} s, ${(megabytes / seconds).toFixed(0)} MB/s, loop held ${found.heldMs.toFixed(0)} ms`,
);
verdict(found.failure === null && found.hash === wanted.digest('hex'), `the same bytes: ${found.failure ?? 'yes'}`);
verdict(
  found.grownMb <= 32,
  `memory +${found.grownMb.toFixed(0)} MB (at most 32; the first download of the process took +${found.coldMb.toFixed(0)} MB)`,
);
const twice = served / (megabytes * blockBytes) - 1;
verdict(twice <= 0.01 + (isLong ? 0 : 0.05), `asked for twice: ${(twice * 100).toFixed(2)} %`);
server.kill();
process.exit(missed > 0 ? 1 : 0);

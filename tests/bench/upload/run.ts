/**
 * A form with a file of 1 GB, sent from the disk to a loopback server in another process that takes 100 MB a second; four
 * of them at once; and one to a server that stops reading. Each in a fresh process. `--long` sends 1 GB, the short form
 * 128 MB.
 *
 * Goals: one upload takes at most 48 MB above the start whatever its size, four at most 128 MB, a stalled one at most
 * 32 MB; all bytes arrive; progress is told at least five times a second.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Sent } from './sender.ts';

const megabytes = process.argv.includes('--long') ? 1024 : 128;
const at = (file: string) => new URL(file, import.meta.url);
const limits = { one: 48, four: 128, stalled: 32 } as const;

let missed = 0;
function verdict(met: boolean, text: string): void {
  if (!met) missed += 1;
  console.log(`  ${met ? 'met   ' : 'MISSED'} ${text}`);
}

const sink = fork(at('./sink.ts'));
const [port] = (await once(sink, 'message')) as [number];
let received = 0;
sink.on('message', (said: { received: number }) => {
  received += said.received;
});
for (const [way, limitMb] of Object.entries(limits)) {
  received = 0;
  const child = fork(at('./sender.ts'), [way, String(megabytes), String(port)], { execArgv: ['--expose-gc'] });
  const [sent] = (await once(child, 'message')) as [Sent];
  await once(child, 'exit');
  const seconds = sent.ms / 1000;
  console.log(
    `\n${way}: ${sent.state}, ${megabytes} MB each, ${seconds.toFixed(1)} s, loop held ${sent.heldMs.toFixed(0)} ms`,
  );
  verdict(sent.grownMb <= limitMb, `memory +${sent.grownMb.toFixed(0)} MB (at most ${limitMb})`);
  if (way === 'stalled') {
    verdict(sent.state === 'aborted', `stopped: ${sent.state}`);
    continue;
  }
  const count = way === 'four' ? 4 : 1;
  const wanted = count * megabytes * 1024 * 1024;
  verdict(sent.state === 'done' && received > wanted && received < wanted + count * 1000, `${received} bytes arrived`);
  verdict(
    sent.reports / count / seconds >= 5,
    `progress ${(sent.reports / count / seconds).toFixed(1)} times a second (at least 5)`,
  );
}
sink.kill();
process.exit(missed > 0 ? 1 : 0);

/**
 * The round trip of an audio chunk to a WebSocket server in another process, 50 per second, while nothing else is sent and
 * during a transfer of 20 MB/s on the same connection: Patchbay's own client compared with undici's and Node's WebSocket.
 * Every case runs in a fresh process, the cases of a round are interleaved; `--long` takes 10 seconds each.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { judge } from '../judge.ts';
import type { Echo } from './case.ts';

const isLong = process.argv.includes('--long');
const [seconds, rounds] = isLong ? [10, 5] : [3, 3];
const clients = ['program', 'undici', 'global'] as const;
const execute = promisify(execFile);
const here = (file: string) => new URL(file, import.meta.url).pathname;

const server = spawn(process.execPath, [here('echo.ts')], { stdio: ['ignore', 'pipe', 'inherit'] });
const port = String((await once(server.stdout, 'data'))[0]).trim();

async function echo(client: string, load: string): Promise<Echo> {
  const { stdout } = await execute(process.execPath, [here('case.ts'), client, load, String(seconds), port]);
  return JSON.parse(stdout) as Echo;
}

const found = new Map<string, Echo[]>();
for (let round = 0; round < rounds; round += 1)
  for (const client of clients)
    for (const load of ['idle', 'busy']) {
      const key = `${client} ${load}`;
      found.set(key, [...(found.get(key) ?? []), await echo(client, load)]);
    }
server.kill();
// Other load on the machine only ever adds: the quietest round counts, for all of them.
const best = (key: string) => Math.min(...(found.get(key) ?? []).map(({ p99Ms }) => p99Ms));
for (const client of clients)
  console.log(
    `  ${client.padEnd(8)} p99 idle ${best(`${client} idle`).toFixed(2)} ms, during ${(found.get(`${client} busy`)?.[0]?.megabytesPerSecond ?? 0).toFixed(0)} MB/s ${best(`${client} busy`).toFixed(2)} ms`,
  );
const others = `undici ${best('undici busy').toFixed(2)} ms, Node's own ${best('global busy').toFixed(2)} ms`;
judge({
  goal: 'P19',
  what: `p99 of an echo during a transfer of 20 MB/s (${others})`,
  value: best('program busy'),
  limit: { atMost: 5 },
  unit: 'ms',
});
judge({
  goal: 'P19',
  what: 'p99 of an echo during a transfer of 20 MB/s, vs an idle connection',
  value: best('program busy') / best('program idle'),
  limit: { atMost: 2 },
  unit: 'x',
});
process.exit();

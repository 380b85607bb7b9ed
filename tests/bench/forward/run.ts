/**
 * One streamed chat from a loopback server in another process, beside bare node:http with JSON.parse. `sent` is the
 * pipeline's sending and redaction with the same JSON.parse behind them, `parts` is bare node:http with the pipeline's
 * reader, `pipeline` is all of it, `recorded` with its record. Compared is CPU time: the pieces run one after the other in
 * one thread, and wall time tells more about what else the machine does. Each process reads often and gives its median.
 * Then the record's own steps beside a bare fdatasync.
 *
 * Goals: sending and redaction cost at most 1.3 of the bare read; the pipeline at most 1.5 of reading parts; recording
 * adds at most 15 %; appending a delta takes at most 20 µs, a durable end at most 1.5 times an fdatasync plus 2 ms,
 * opening at most 1 ms, the newest 50 at most 0.5 ms (a row has 20 columns).
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { measureRecord } from './record.ts';

interface Reading {
  way: string;
  count: number;
  ms: number;
  cpuMs: number;
  rssMb: number;
}

const isLong = process.argv.includes('--long');
const count = isLong ? 100_000 : 20_000;
const rounds = isLong ? 7 : 2;
const ways = ['bare', 'sent', 'parts', 'pipeline', 'recorded'];
const at = (file: string) => new URL(file, import.meta.url);

async function read(way: string, address: string): Promise<Reading> {
  const child = fork(at('./reader.ts'), [way, address]);
  const [reading] = (await once(child, 'message')) as [Reading];
  await once(child, 'exit');
  if (reading.count !== count) throw new Error(`${way} read ${reading.count} of ${count} events`);
  return reading;
}

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

let missed = 0;
function goal(name: string, value: number, limit: number, unit: string): void {
  const verdict = value <= limit ? 'met' : 'MISSED';
  if (value > limit) missed += 1;
  console.log(`${name.padEnd(62)} ${value.toFixed(2).padStart(8)} ${unit.padEnd(3)} (at most ${limit}) ${verdict}`);
}

const source = fork(at('./source.ts'), [String(count)]);
const [port] = (await once(source, 'message')) as [number];
for (const style of ['blast', 'events']) {
  const readings: Reading[] = [];
  for (let round = 0; round < rounds; round += 1)
    for (const way of ways) readings.push(await read(way, `http://127.0.0.1:${port}/${style}`));
  const of = (way: string, what: 'ms' | 'cpuMs' | 'rssMb') =>
    median(readings.filter((reading) => reading.way === way).map((reading) => reading[what]));
  console.log(`\n${count} events, ${style === 'blast' ? '64 KiB a write' : 'one a write'}`);
  for (const way of ways)
    console.log(
      `  ${way.padEnd(12)} ${of(way, 'ms').toFixed(0).padStart(6)} ms ${of(way, 'cpuMs').toFixed(0).padStart(6)} ms CPU ${of(way, 'rssMb').toFixed(0).padStart(5)} MB`,
    );
  // The least of the rounds: other work on the machine only ever adds.
  const cpu = (way: string) => Math.min(...readings.filter((reading) => reading.way === way).map(({ cpuMs }) => cpuMs));
  goal(`${style}: sending and redaction / bare read`, cpu('sent') / cpu('bare'), 1.3, 'x');
  goal(`${style}: pipeline / bare read to parts`, cpu('pipeline') / cpu('parts'), 1.5, 'x');
  goal(`${style}: CPU that recording adds`, (cpu('recorded') / cpu('pipeline') - 1) * 100, 15, '%');
}
source.kill();

console.log('\nrecord');
const record = measureRecord(isLong ? 20_000 : 4_000);
goal('append a delta, written in batches', record.appendUs, 20, 'µs');
goal('durable end of an exchange / (1.5 x fdatasync + 2 ms)', record.finishMs / (1.5 * record.syncMs + 2), 1, 'x');
goal('open the history', record.openMs, 1, 'ms');
goal(`newest 50 of ${record.exchanges}`, record.newestMs, 0.5, 'ms');
process.exit(missed > 0 ? 1 : 0);

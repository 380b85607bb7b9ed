/**
 * One streamed chat from a loopback server in another process, compared with bare node:http with JSON.parse. `sent` is the
 * pipeline's sending and redaction followed by the same JSON.parse, `parts` is bare node:http with the pipeline's reader,
 * `pipeline` is all of it, `recorded` adds the record. The comparison uses CPU time: the steps run one after the other in one
 * thread, and wall time says more about other load on the machine. Each process reads often and reports its median. Then the
 * record's own steps are compared with a bare fdatasync.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { median } from '../../support/quantiles.ts';
import type { GoalId } from '../goals.ts';
import { judge } from '../judge.ts';
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

const atMost = (goal: GoalId, what: string, value: number, limit: number, unit: string, reason?: string) =>
  judge({ goal, what, value, limit: { atMost: limit }, unit, ...(reason !== undefined && { reason }) });

const source = fork(at('./source.ts'), [String(count)]);
const [port] = (await once(source, 'message')) as [number];
for (const style of ['blast', 'events']) {
  const readings: Reading[] = [];
  for (let round = 0; round < rounds; round += 1)
    for (const way of ways) readings.push(await read(way, `http://127.0.0.1:${port}/${style}`));
  const of = (way: string, what: 'ms' | 'cpuMs' | 'rssMb') =>
    median(readings.filter((reading) => reading.way === way).map((reading) => reading[what]));
  const writes = style === 'blast' ? '64 KiB writes' : 'one write per event';
  console.log(`\n${count} events, ${writes}`);
  for (const way of ways)
    console.log(
      `  ${way.padEnd(12)} ${of(way, 'ms').toFixed(0).padStart(6)} ms ${of(way, 'cpuMs').toFixed(0).padStart(6)} ms CPU ${of(way, 'rssMb').toFixed(0).padStart(5)} MB`,
    );
  // The minimum of the rounds: other load on the machine only ever adds.
  const cpu = (way: string) => Math.min(...readings.filter((reading) => reading.way === way).map(({ cpuMs }) => cpuMs));
  atMost('P02', `CPU of sending and redaction, vs the bare read, ${writes}`, cpu('sent') / cpu('bare'), 2, 'x');
  atMost('P02', `CPU of the pipeline, vs reading parts, ${writes}`, cpu('pipeline') / cpu('parts'), 1.5, 'x');
  atMost(
    'P24',
    `CPU that recording adds to the stream, ${writes}`,
    (cpu('recorded') / cpu('pipeline') - 1) * 100,
    15,
    '%',
  );
}
source.kill();

console.log('\nrecord');
const newestReason =
  'Of 0.89 ms, reading the rows from SQLite takes 0.52, creating summaries 0.28, and compiling the statement of this filter 0.09.';
const openReason = 'Compiling the 29 statements that the history caches takes 0.92 of 1.09 ms, once per start.';
const record = await measureRecord(isLong ? 20_000 : 4_000);
const exchanges = record.exchanges.toLocaleString('en');
atMost('P22', 'append a delta to a record', record.appendUs, 20, 'µs');
atMost(
  'P22',
  'durable end of an exchange, vs 1.5 fdatasyncs and 2 ms',
  record.finishMs / (1.5 * record.syncMs + 2),
  1,
  'x',
);
atMost('P22', `open a history of ${exchanges} exchanges`, record.openMs, 1, 'ms', openReason);
atMost('P22', `newest 50 of ${exchanges} exchanges, 20 columns each`, record.newestMs, 0.5, 'ms', newestReason);
process.exit();

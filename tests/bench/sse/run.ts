/**
 * The event stream decoder compared with its floor, bare JSON.parse, and with eventsource-parser. Every case runs in a fresh
 * process, the cases of a round are interleaved, and the medians of the rounds are compared: CPU of the reading thread from
 * memory, elapsed time over the network. `--long` takes more rounds.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { median } from '../../support/quantiles.ts';
import { judge } from '../judge.ts';
import type { CaseResult } from './case.ts';
import { measureImport } from './import-cost.ts';

const long = process.argv.includes('--long');
const memory = { events: long ? 200_000 : 100_000, rounds: long ? 11 : 3 };
const net = { events: long ? 100_000 : 80_000, rounds: long ? 7 : 2 };

const execute = promisify(execFile);
const here = (file: string) => new URL(file, import.meta.url).pathname;

async function runCase(name: string, events: number, address = ''): Promise<CaseResult> {
  const { stdout } = await execute(process.execPath, ['--expose-gc', here('case.ts'), name, String(events), address]);
  const result = JSON.parse(stdout) as CaseResult;
  if (Math.abs(result.events - events) > 2) throw new Error(`${name} saw ${result.events} of ${events} events`);
  return result;
}

type Measured = Omit<CaseResult, 'events'>;

/** Medians of each case over interleaved rounds. */
async function measure(names: string[], events: number, rounds: number, address = '') {
  const results = new Map<string, CaseResult[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) results.get(name)!.push(await runCase(name, events, address));
  }
  return (name: string) => {
    const all = results.get(name)!;
    const of = (field: keyof CaseResult) => median(all.map((result) => result[field]));
    return { ms: of('ms'), cpuMs: of('cpuMs'), rssMb: of('rssMb') };
  };
}

function show(name: string, { ms, cpuMs, rssMb }: Measured): void {
  const cells = [`${ms.toFixed(0)} ms`, `${cpuMs.toFixed(0)} ms CPU`, `${rssMb.toFixed(0)} MB`];
  console.log(`  ${name.padEnd(20)} ${cells.map((cell) => cell.padStart(11)).join(' ')}`);
}

const inMemory = ['json-only', 'own', 'eventsource-parser', 'own reader, parts'];
const fromMemory = await measure(inMemory, memory.events, memory.rounds);
const floor = fromMemory('json-only').cpuMs;
console.log(`From memory, ${memory.events} events in pieces of 1 to 4,096 bytes, medians of ${memory.rounds}:`);
for (const name of inMemory) show(name, fromMemory(name));
judge({
  goal: 'P01',
  what: 'CPU from memory, vs JSON.parse of the same strings',
  value: fromMemory('own').cpuMs / floor,
  limit: { atMost: 1.8 },
  unit: 'x',
});

const server = spawn(process.execPath, [here('server.ts'), String(net.events)], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [port] = (await once(server.stdout, 'data')) as [Buffer];
const parse = (await measure(['json-only'], net.events, net.rounds))('json-only');
for (const style of ['blast', 'events']) {
  const address = `http://127.0.0.1:${String(port).trim()}/${style}`;
  const names = ['net read', 'net own'];
  const overNet = await measure(names, net.events, net.rounds, address);
  const writes = style === 'blast' ? '64 KiB writes' : 'one write per event';
  console.log(`Over loopback, ${net.events} events, ${writes}, medians of ${net.rounds}:`);
  for (const name of names) show(name, overNet(name));
  const [read, own] = names.map(overNet) as [Measured, Measured];
  const atMost = (what: string, value: number, limit: number, unit: string) =>
    judge({ goal: 'P02', what: `${what}, ${writes}`, value, limit: { atMost: limit }, unit });
  atMost('time, vs reading the bytes and JSON.parse', own.ms / (read.ms + parse.ms), 1.3, 'x');
  atMost('memory above reading the bytes', own.rssMb - read.rssMb, 40, 'MB');
}
server.kill();

const { ms, mb } = await measureImport(long ? 15 : 7);
const reason = 'The readers know the wires of many more gateways than when the goal was set: 480 KB of code.';
judge({ goal: 'P03', what: 'loading the built readers, CPU', value: ms, limit: { atMost: 10 }, unit: 'ms', reason });
judge({ goal: 'P03', what: 'loading the built readers, memory', value: mb, limit: { atMost: 5 }, unit: 'MB', reason });
process.exit();

/**
 * The event stream decoder beside its floor and its rivals. Every case runs in a fresh process, the cases of a round
 * follow each other, and the medians of the rounds are compared: CPU of the reading thread from memory, elapsed time
 * over the network. `--long` takes 11 and 7 rounds; the short form needs a minute or less on two idle cores.
 *
 * Goals: decoding and parsing from memory takes at most 1.8 times the bare `JSON.parse` of the same strings; over
 * loopback, with fetch, at most 1.3 times of reading the bytes and parsing the strings, at most 1/2.5 of the CPU of the
 * openai client, and at most 40 MB more than reading the bytes; single bytes cost time in line with their number; no
 * random split changes an event; loading the readers takes at most 10 ms and 5 MB.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import type { CaseResult } from './case.ts';
import { measureImport } from './import-cost.ts';
import { countDifferences } from './splits.ts';

const long = process.argv.includes('--long');
const memory = { events: long ? 200_000 : 120_000, rounds: long ? 11 : 5 };
const net = { events: long ? 100_000 : 80_000, rounds: long ? 7 : 3 };

const execute = promisify(execFile);
const here = (file: string) => new URL(file, import.meta.url).pathname;

async function runCase(name: string, events: number, address = ''): Promise<CaseResult> {
  const { stdout } = await execute(process.execPath, ['--expose-gc', here('case.ts'), name, String(events), address]);
  const result = JSON.parse(stdout) as CaseResult;
  if (Math.abs(result.events - events) > 2) throw new Error(`${name} saw ${result.events} of ${events} events`);
  return result;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

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

let missed = 0;
function verdict(met: boolean, text: string): void {
  if (!met) missed += 1;
  console.log(`  ${met ? 'met   ' : 'MISSED'} ${text}`);
}

const inMemory = ['json-only', 'own', 'eventsource-parser', 'own reader, parts', 'openai'];
const fromMemory = await measure(inMemory, memory.events, memory.rounds);
const floor = fromMemory('json-only').cpuMs;
console.log(`From memory, ${memory.events} events in pieces of 1 to 4,096 bytes, medians of ${memory.rounds}:`);
for (const name of inMemory) show(name, fromMemory(name));
const ratio = fromMemory('own').cpuMs / floor;
verdict(ratio <= 1.8, `at most 1.8 x JSON.parse: ${ratio.toFixed(2)} x`);

const server = spawn(process.execPath, [here('server.ts'), String(net.events)], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [port] = (await once(server.stdout, 'data')) as [Buffer];
const parse = (await measure(['json-only'], net.events, net.rounds))('json-only');
for (const style of ['blast', 'events']) {
  const address = `http://127.0.0.1:${String(port).trim()}/${style}`;
  const names = ['net read', 'net own', 'net openai'];
  const overNet = await measure(names, net.events, net.rounds, address);
  const writes = style === 'blast' ? '64 KiB writes' : 'one write for each';
  console.log(`Over loopback, ${net.events} events, ${writes}, medians of ${net.rounds}:`);
  for (const name of names) show(name, overNet(name));
  const [read, own, openai] = names.map(overNet) as [Measured, Measured, Measured];
  const bare = read.ms + parse.ms;
  verdict(own.ms <= bare * 1.3, `at most 1.3 x (read + JSON.parse): ${(own.ms / bare).toFixed(2)} x`);
  // With one write for each event the elapsed time is that of the server, so only CPU tells the readers apart.
  verdict(openai.cpuMs >= own.cpuMs * 2.5, `at most 1/2.5 of openai's CPU: 1/${(openai.cpuMs / own.cpuMs).toFixed(1)}`);
  verdict(own.rssMb <= read.rssMb + 40, `at most 40 MB over the read: ${(own.rssMb - read.rssMb).toFixed(0)} MB`);
}
server.kill();

const drip = async (events: number) =>
  (await measure(['drip of single bytes'], events, 3))('drip of single bytes').cpuMs;
const [few, many] = [await drip(50_000), await drip(100_000)];
console.log(`In single bytes: 50,000 events ${few.toFixed(0)} ms CPU, 100,000 events ${many.toFixed(0)} ms CPU:`);
verdict(many <= few * 2.2, `twice the bytes at most 2.2 x the time: ${(many / few).toFixed(2)} x`);

const splits = long ? 1_000_000 : 200_000;
const seed = Date.now() >>> 0;
const differences = countDifferences(splits, seed);
console.log(`Random splits, seed ${seed}:`);
verdict(differences === 0, `${splits} splits, ${differences} decoded differently`);

const { ms, mb } = await measureImport(long ? 15 : 9);
console.log('Loading the built readers:');
verdict(ms <= 10, `at most 10 ms: ${ms.toFixed(1)} ms`);
verdict(mb <= 5, `at most 5 MB: ${mb.toFixed(1)} MB`);
process.exit(missed === 0 ? 0 : 1);

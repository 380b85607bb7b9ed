/**
 * A HAR of 5,000 exchanges with their bodies: a 4 KB request and a 40 KB streamed response each, one in fifty with a 1 MB
 * image. `--long` makes it 20,000. The output is read back: it is complete, and every body is in it.
 */
import { Buffer } from 'node:buffer';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createExports } from '#core/export/exports.ts';
import { openFileStore } from '#core/files/file-store.ts';
import { openDatabase } from '#core/store/database.ts';
import { createExchangeRecords } from '#core/store/records/exchange-records.ts';
import { judge } from '../judge.ts';
import { exchangeAt } from '../wire/exchanges.ts';

const exchanges = process.argv.includes('--long') ? 20_000 : 5_000;

const folder = mkdtempSync(path.join(os.tmpdir(), 'patchbay-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const db = openDatabase(folder);
const records = createExchangeRecords(db, () => {});
records.retention.write({ days: null, exchanges: 1_000_000, bytes: 1e12 });
const request = Buffer.from(
  JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'words '.repeat(650) }] }),
);
const answer = Buffer.from('data: {"choices":[{"delta":{"content":"some \\"words\\"\\n"}}]}\n\n'.repeat(670));
const image = Buffer.alloc(1024 ** 2, 0x89);
const facts = exchangeAt(0);
const response = facts.response;
if (response === null) throw new Error('An exchange of the benchmark has no response.');

const ids: string[] = [];
for (let at = 0; at < exchanges; at += 1) {
  const isImage = at % 50 === 49;
  const id = `har-${at}`;
  const recording = records.begin(
    {
      ...structuredClone(facts),
      id,
      firstId: id,
      state: 'running',
      startedAt: Date.now() - (exchanges - at) * 1000,
      response: { ...response, mediaType: isImage ? 'image/png' : 'text/event-stream' },
    },
    request,
    2 * image.length,
  );
  recording.append(isImage ? image : answer, 1);
  recording.update({ state: 'done' });
  await records.finish(recording);
  ids.push(id);
}

interface Watched {
  seconds: number;
  megabytes: number;
  /** Peak memory growth. */
  above: number;
  p99Ms: number;
}

const files = await openFileStore(db, folder);
const exports = createExports({ db, records, files, version: '0' });

async function write(some: readonly string[]): Promise<Watched & { id: string }> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const began = performance.now();
  let [highest, last] = [before, began];
  const waits: number[] = [];
  const timer = setInterval(() => {
    const now = performance.now();
    waits.push(now - last);
    last = now;
    highest = Math.max(highest, process.memoryUsage().rss);
  }, 1);
  const { id, sizeBytes } = await exports.har(some);
  clearInterval(timer);
  waits.sort((first, second) => first - second);
  return {
    id,
    seconds: (performance.now() - began) / 1000,
    megabytes: (sizeBytes ?? 0) / 1e6,
    above: (highest - before) / 1e6,
    p99Ms: waits[Math.floor(waits.length * 0.99)] ?? 0,
  };
}

const few = await write(ids.slice(0, exchanges / 10));
const all = await write(ids);
for (const [what, count, { seconds, megabytes }] of [
  ['a tenth of them', exchanges / 10, few],
  ['all of them', exchanges, all],
] as const)
  console.log(`        ${what}: ${count} exchanges, ${megabytes.toFixed(0)} MB in ${seconds.toFixed(2)} s`);
const memory = (what: string, value: number) =>
  judge({ goal: 'HAR', what: `memory growth, ${what}`, value, limit: { atMost: 64 }, unit: 'MB' });
memory(`${(exchanges / 10).toLocaleString('en')} exchanges`, few.above);
memory(`${exchanges.toLocaleString('en')} exchanges`, all.above);
judge({ goal: 'HAR', what: 'speed', value: all.megabytes / all.seconds, limit: { atLeast: 20 }, unit: 'MB/s' });
judge({ goal: 'HAR', what: 'p99 delay of other work', value: all.p99Ms, limit: { atMost: 100 }, unit: 'ms' });

const opened = await files.open(all.id);
let pieces = '';
let entries = 0;
for await (const piece of opened?.stream() ?? []) {
  // Each entry begins on a line of its own.
  pieces += Buffer.from(piece).toString('latin1');
  const lines = pieces.split('\n');
  pieces = lines.pop() ?? '';
  for (const line of lines) entries += readEntry(line);
}
judge({
  goal: 'HAR',
  what: 'entries that can be read back, with their bodies',
  value: entries,
  limit: { atLeast: exchanges },
  unit: '',
});

/** 1 for a complete entry. */
function readEntry(line: string): number {
  if (!line.startsWith('{"') || line.startsWith('{"log"')) return 0;
  const entry = JSON.parse(line.replace(/,$/, ''));
  const { text, encoding } = entry.response.content;
  const body = Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');
  return body.equals(encoding === 'base64' ? image : answer) && entry.request.postData.text.length > 3_000 ? 1 : 0;
}

await exports.close();
await files.close();
records.close();
db.close();

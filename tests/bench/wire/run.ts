/**
 * The history of exchanges at ten times its usual size: pages and counts of 200,000 exchanges under every filter, ranges of a
 * 256 MB body, and its export into a file and into a HAR. `--long` repeats each measurement more often.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createExports } from '#core/export/exports.ts';
import { openFileStore } from '#core/files/file-store.ts';
import { openDatabase } from '#core/store/database.ts';
import { createExchangeRecords, type ExchangeRecords } from '#core/store/records/exchange-records.ts';
import { prepareSave } from '#core/store/records/exchange-rows.ts';
import type { Retention } from '#shared/contract/exchanges.ts';
import { judge } from '../judge.ts';
import { exchangeAt } from './exchanges.ts';

const rounds = process.argv.includes('--long') ? 60 : 15;
const exchanges = 200_000;
const bodyBytes = 256 * 1024 ** 2;

const folder = mkdtempSync(path.join(os.tmpdir(), 'patchbay-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const report = (what: string, value: number, atMost: number, unit: string, reason?: string) =>
  judge({ goal: 'HISTORY', what, value, limit: { atMost }, unit, ...(reason !== undefined && { reason }) });

function median(work: () => unknown): number {
  const times = Array.from({ length: rounds }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] as number;
}

interface Watched {
  seconds: number;
  /** Peak memory growth. */
  megabytes: number;
  /** How long others waited for the event loop: 99 of 100 turns, and the longest. */
  p99Ms: number;
  longestMs: number;
}

async function watched(work: () => Promise<unknown>): Promise<Watched> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let [highest, last] = [before, performance.now()];
  const waits: number[] = [];
  const began = last;
  const timer = setInterval(() => {
    const now = performance.now();
    waits.push(now - last);
    highest = Math.max(highest, process.memoryUsage().rss);
    last = now;
  }, 1);
  await work();
  clearInterval(timer);
  waits.sort((first, second) => first - second);
  return {
    seconds: (performance.now() - began) / 1000,
    megabytes: (highest - before) / 1e6,
    p99Ms: waits[Math.floor(waits.length * 0.99)] ?? 0,
    longestMs: waits.at(-1) ?? 0,
  };
}

const db = openDatabase(folder);
const keepAll: Retention = { days: null, exchanges: 1_000_000, bytes: 1e12 };
const records: ExchangeRecords = createExchangeRecords(db, () => {});
records.retention.write(keepAll);

const save = prepareSave(db.sql, db.processId);
const began = performance.now();
for (let batch = 0; batch < exchanges; batch += 5_000)
  db.transaction(() => {
    for (let at = batch; at < batch + 5_000; at += 1) save(exchangeAt(at), 21_000);
  });
console.log(
  `        writing ${exchanges} exchanges                          ${((performance.now() - began) / 1000).toFixed(1)} s`,
);

const often = [
  {},
  { routeId: 'rerank' },
  { model: 'vendor/model-3' },
  { status: 4 },
  { outcome: 'broken' },
  { origin: 'check' },
  { pinned: true },
  { failureCode: 'moderated' },
  { text: 'rerank' },
] as const;
for (const filter of often)
  report(
    `100 exchanges, filter ${JSON.stringify(filter)}`,
    median(() => records.list({ limit: 100, ...filter })),
    5,
    'ms',
  );
const middle = exchangeAt(exchanges / 2).startedAt;
report(
  '100 exchanges, starting in the middle',
  median(() => records.list({ limit: 100, before: middle })),
  5,
  'ms',
);
const never = [{ model: 'none' }, { outcome: 'running' }, { connectionId: 'c1', status: 404 }] as const;
for (const filter of never)
  report(
    `no match, filter ${JSON.stringify(filter)}`,
    median(() => records.list({ limit: 100, ...filter })),
    60,
    'ms',
  );
report(
  'text search without a match',
  median(() => records.list({ limit: 100, text: 'no such words' })),
  250,
  'ms',
);
report(
  'counts of all exchanges',
  median(() => records.counts({})),
  60,
  'ms',
  'One pass over an index of 200,000 entries without a cache: 0.31 to 0.34 µs per entry.',
);
report(
  'counts of failed exchanges',
  median(() => records.counts({ outcome: 'broken' })),
  60,
  'ms',
);

const large = records.begin({ ...exchangeAt(exchanges), id: 'large', state: 'running' }, new Uint8Array(0), bodyBytes);
const piece = Buffer.alloc(64 * 1024, 'data: {"text":"some words"}\n\n');
for (let at = 0; at < bodyBytes; at += piece.length) large.append(piece, at / 1000);
large.update({ state: 'done' });
await records.finish(large);
for (const place of [0, 0.5, 0.99])
  report(
    `256 KB of a body of 256 MB, at ${place * 100} %`,
    median(() => records.read('large', 'response', Math.floor(bodyBytes * place), 262_144)),
    5,
    'ms',
  );

const files = await openFileStore(db, folder);
const exports = createExports({ db, records, files, version: '0' });
const facts = records.find('large');
if (!facts) throw new Error('The large exchange is missing.');
for (const [what, work] of [
  ['a body of 256 MB as a file', () => exports.body(facts, 'response')],
  ['a body of 256 MB in a HAR', () => exports.har(['large'])],
  [
    'a HAR of 5,000 exchanges',
    () =>
      exports.har(
        records
          .list({ limit: 5_000 })
          .map(({ id }) => id)
          .filter((id) => id !== 'large'),
      ),
  ],
] as const) {
  const { seconds, megabytes, p99Ms, longestMs } = await watched(work);
  console.log(`        ${what.padEnd(52)} ${seconds.toFixed(2).padStart(8)} s`);
  report(
    `${what}, memory growth`,
    megabytes,
    64,
    'MB',
    'It includes young garbage that has not been collected yet: with a young generation of 1 MB (--max-semi-space-size=1) the same export took 52.5 MB.',
  );
  report(`${what}, p99 delay of other work`, p99Ms, 100, 'ms');
  console.log(`          the longest                                      ${longestMs.toFixed(2).padStart(8)} ms`);
}
const { seconds, longestMs } = await watched(() => records.forget(['large']));
console.log(`        forgetting 256 MB                                    ${seconds.toFixed(2).padStart(8)} s`);
console.log(`          the longest turn                                 ${longestMs.toFixed(2).padStart(8)} ms`);

await exports.close();
records.close();
db.close();

// The file store keeps its watch over unused files.
process.exit();

/**
 * The storage: appending, committing, opening and reading in the real database compared with a bare fdatasync, and searching
 * 100,000 messages through the library. `--long` repeats each measurement more often.
 */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createLibrary } from '#core/library/library.ts';
import { openSearchIndex } from '#core/library/search-index.ts';
import { type Database, openDatabase } from '#core/store/database.ts';
import { connect } from '#core/store/database-file.ts';
import type { CallContext } from '#shared/contract/define.ts';
import type { GoalId } from '../goals.ts';
import { judge } from '../judge.ts';
import { createTexts } from './texts.ts';

const rounds = process.argv.includes('--long') ? 200 : 40;
const messages = 100_000;
const perConversation = 100;
const asked: CallContext = { signal: new AbortController().signal };

const folder = mkdtempSync(path.join(os.tmpdir(), 'patchbay-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const report = (goal: GoalId, what: string, value: number, atMost: number, unit: string) =>
  judge({ goal, what, value, limit: { atMost }, unit });

async function medianMs(work: () => unknown, count = rounds): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < count; round++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)] as number;
}

/** Microseconds for one delta in its own transaction; the best of several, because other programs can only slow it. */
function appendMicroseconds(deltas: readonly Buffer[], keep: (bytes: Buffer, offset: number) => void): number {
  const times = Array.from({ length: 10 }, (_, round) => {
    const began = performance.now();
    deltas.forEach((bytes, index) => {
      keep(bytes, round * deltas.length + index);
    });
    return ((performance.now() - began) * 1000) / deltas.length;
  });
  return Math.min(...times);
}

async function measureWriting(db: Database, texts: () => string): Promise<void> {
  db.sql.exec('PRAGMA foreign_keys = OFF; CREATE TABLE bench (id INTEGER PRIMARY KEY, at INTEGER, bytes BLOB)');
  const deltas = Array.from({ length: 3_000 }, () => Buffer.from(texts().slice(0, 160)));
  const plain = db.sql.prepare('INSERT INTO bench (at, bytes) VALUES (?, ?)');
  report(
    'P22',
    'append a delta, one transaction each',
    appendMicroseconds(deltas, (bytes, at) => plain.run(at, bytes)),
    20,
    'µs',
  );
  const recorded = db.sql.prepare(
    "INSERT INTO exchange_bytes (exchange_id, side, offset, bytes) VALUES ('bench', 'response', ?, ?)",
  );
  const recordedMicroseconds = appendMicroseconds(deltas, (bytes, offset) => recorded.run(offset, bytes));
  console.log(`        the same into the record of an exchange                ${recordedMicroseconds.toFixed(2)} µs`);

  db.sql.exec('PRAGMA synchronous = FULL');
  const commitMs = await medianMs(() => plain.run(0, Buffer.alloc(1000)));
  db.sql.exec('PRAGMA synchronous = NORMAL');
  const handle = openSync(path.join(folder, 'bare'), 'w');
  const page = Buffer.alloc(4096, 1);
  const bareMs = await medianMs(() => {
    writeSync(handle, page);
    fdatasyncSync(handle);
  });
  closeSync(handle);
  report('P22', 'durable commit, vs a bare fdatasync of 4 KB', commitMs / bareMs, 1.5, 'x');
  db.sql.exec("DROP TABLE bench; DELETE FROM exchange_bytes WHERE exchange_id = 'bench'; PRAGMA foreign_keys = ON");
}

async function measureReading(db: Database): Promise<void> {
  const file = path.join(folder, 'patchbay.db');
  const openMs = await medianMs(() => {
    const sql = connect(file);
    sql.prepare('SELECT count(*) FROM sqlite_schema').get();
    sql.close();
  });
  report('P22', 'open the database file', openMs, 1, 'ms');
  const wholeMs = await medianMs(() => openDatabase(folder).close(), 10);
  console.log(`        openDatabase and close, with locks and checks          ${wholeMs.toFixed(2)} ms`);
  const latest = db.sql.prepare('SELECT id, message_id, text FROM passages ORDER BY id DESC LIMIT 50');
  report('P22', 'latest 50 messages of 100,000', await medianMs(() => latest.all()), 0.2, 'ms');
}

const db = openDatabase(folder);
const texts = createTexts(20_261_121);
await measureWriting(db, texts);

const library = createLibrary({
  db,
  dataFolder: folder,
  files: { find: () => null, remove: async () => {} },
  announce: () => {},
});
let began = performance.now();
for (let count = 0; count < messages / perConversation; count++) {
  const passages = Array.from({ length: perConversation }, (_, at) => ({ messageId: `m${at}`, text: texts() }));
  if (count === 500) passages[50]!.text += ' zebrafinch 隕石衝突';
  await library.area.save(
    {
      id: `c${count}`,
      panel: 'chat',
      title: `Conversation ${count}`,
      starred: false,
      model: null,
      note: '',
      content: JSON.stringify(passages),
      passages,
      parts: [],
      revision: 0,
    },
    asked,
  );
}
console.log(
  `        saving ${messages} messages                            ${((performance.now() - began) / 1000).toFixed(1)} s`,
);

began = performance.now();
const index = openSearchIndex(db, folder);
const next = db.sql.prepare('SELECT id, text FROM passages WHERE id > ? ORDER BY id LIMIT 500');
for (;;) {
  const slice = next.all(index.upTo()).map((row) => ({ id: Number(row.id), text: String(row.text) }));
  if (slice.length === 0) break;
  index.add(slice);
}
index.close();
const indexMb = statSync(path.join(folder, 'search.db')).size / 1e6;
console.log(
  `        indexing them in the background                        ${((performance.now() - began) / 1000).toFixed(1)} s, ${indexMb.toFixed(0)} MB`,
);

await measureReading(db);
for (const text of ['gateway', 'zebrafinch', 'brafin', 'gateway stream', '隕石', '天气', 'th', 'no such words']) {
  const jump = async () => {
    const [hit] = await library.area.search({ panel: 'chat', text }, asked);
    if (hit) await library.area.open({ id: hit.conversationId }, asked);
  };
  report('P14', `search for "${text}" and open the first match`, await medianMs(jump), 20, 'ms');
}
library.close();
db.close();

import { Buffer } from 'node:buffer';
import { readSync, statSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Milliseconds for which others cannot write, at a time. */
const batchMs = 10;
const busyTimeoutMs = 5_000;
/** A writer may come between the emptying of the log and the lock; it writes a few times a second. */
const mostTries = 50;
/** Writers may move pages between two batches: what one pass misses, the next one finds. */
const mostPasses = 4;

/** First byte of a page of a b-tree. See "B-tree Pages" in the file format of SQLite. */
const interiorIndex = 2;
const interiorTable = 5;
const leafIndex = 10;
const leafTable = 13;

/** The log could not be emptied: some other program reads for long. */
export class LogInUse extends Error {}

/**
 * Overwrites what was deleted and is still in the gaps of pages. `secure_delete` overwrites cells and pages that become free, but
 * when SQLite moves cells between neighboring pages, their copies stay in the unused middle of the old page. That middle is made
 * zero here, in the file itself: no row changes, and nobody waits for longer than one batch.
 *
 * It is safe because each batch has the write lock and an empty log, so the file is what everybody reads and nobody writes it; and
 * because each batch ends with a commit, which makes every other connection drop its copies of pages.
 *
 * @param handle of the file, for reading and writing. It must not be closed while this program has the database open: on POSIX
 *   that would give up the locks of every connection.
 * @returns pages that were overwritten.
 * @throws LogInUse, or the error of SQLite or the file system. Nothing is half done then.
 */
export function wipePages(file: string, handle: number): number {
  const sql = new DatabaseSync(file, { timeout: busyTimeoutMs });
  try {
    let total = 0;
    for (let pass = 0; pass < mostPasses; pass += 1) {
      const wiped = wipeOnce(sql, file, handle);
      total += wiped;
      if (wiped === 0) break;
    }
    if (total > 0) sql.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return total;
  } finally {
    sql.close();
  }
}

function wipeOnce(sql: DatabaseSync, file: string, handle: number): number {
  /** Leaves that are clean. Pages above them are few. */
  const done = new Set<number>();
  let wiped = 0;
  for (let isOver = false; !isOver; ) {
    lockWithEmptyLog(sql, file);
    try {
      const end = performance.now() + batchMs;
      const before = wiped;
      isOver = true;
      for (const page of treePages(sql, openPages(handle), done)) {
        if (wipeGap(page, handle)) wiped += 1;
        if (page.children.length === 0) done.add(page.number);
        isOver = performance.now() < end;
        if (!isOver) break;
      }
      if (wiped > before) touch(sql);
      sql.exec('COMMIT');
    } finally {
      if (sql.isTransaction) sql.exec('ROLLBACK');
    }
  }
  return wiped;
}

function lockWithEmptyLog(sql: DatabaseSync, file: string): void {
  for (let tries = 0; tries < mostTries; tries += 1) {
    sql.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    sql.exec('BEGIN IMMEDIATE');
    if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
    sql.exec('ROLLBACK');
  }
  throw new LogInUse('the log is in use');
}

/** Writes the first page as it is. Any commit makes the others read their pages again. */
function touch(sql: DatabaseSync): void {
  const version = Number(sql.prepare('PRAGMA user_version').get()?.user_version);
  sql.exec(`PRAGMA user_version = ${version}`);
}

/** Every page of every b-tree but the first page of the file, which has no more than the names of the tables. */
function* treePages(sql: DatabaseSync, pages: Pages, done: ReadonlySet<number>): Generator<TreePage, void, void> {
  const roots = sql.prepare('SELECT rootpage FROM sqlite_schema WHERE rootpage > 1').all();
  const waiting = roots.map(({ rootpage }) => Number(rootpage));
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    if (done.has(number)) continue;
    const page = readPage(pages, number);
    waiting.push(...page.children);
    yield page;
  }
}

/** The pages of a file, and how large they are. */
interface Pages {
  handle: number;
  pageBytes: number;
  /** Of each page, for what is no part of SQLite. */
  reservedBytes: number;
}

function openPages(handle: number): Pages {
  const head = Buffer.alloc(100);
  readWhole(handle, head, 0);
  const stored = head.readUInt16BE(16);
  return { handle, pageBytes: stored === 1 ? 65536 : stored, reservedBytes: head[20] as number };
}

interface TreePage {
  number: number;
  /** Empty for a leaf. */
  children: number[];
  /** Place in the file, and bytes, of what is between the places of the cells and the first cell. */
  gapAt: number;
  gap: Buffer;
}

/** @throws when it is no page of a b-tree: nothing is written to a file that is not understood. */
function readPage({ handle, pageBytes, reservedBytes }: Pages, number: number): TreePage {
  const start = (number - 1) * pageBytes;
  const bytes = Buffer.allocUnsafe(pageBytes);
  readWhole(handle, bytes, start);
  const type = bytes[0] as number;
  const isInterior = type === interiorIndex || type === interiorTable;
  if (!isInterior && type !== leafIndex && type !== leafTable) throw new Error(`page ${number} is none of a tree`);
  const cells = bytes.readUInt16BE(3);
  const headBytes = isInterior ? 12 : 8;
  const gapStart = headBytes + 2 * cells;
  const gapEnd = bytes.readUInt16BE(5) || 65536;
  if (gapStart > gapEnd || gapEnd > pageBytes - reservedBytes) throw new Error(`page ${number} makes no sense`);
  const places = Array.from({ length: isInterior ? cells : 0 }, (_, cell) => bytes.readUInt16BE(headBytes + 2 * cell));
  const children = places.map((place) => bytes.readUInt32BE(place));
  if (isInterior) children.push(bytes.readUInt32BE(8));
  return { number, children, gapAt: start + gapStart, gap: bytes.subarray(gapStart, gapEnd) };
}

/** @returns whether there was anything in it. */
function wipeGap({ gap, gapAt }: TreePage, handle: number): boolean {
  if (gap.every((byte) => byte === 0)) return false;
  gap.fill(0);
  for (let at = 0; at < gap.length; ) at += writeSync(handle, gap, at, gap.length - at, gapAt + at);
  return true;
}

function readWhole(handle: number, into: Buffer, place: number): void {
  for (let at = 0; at < into.length; ) {
    const length = readSync(handle, into, at, into.length - at, place + at);
    if (length === 0) throw new Error('the file is shorter than its pages');
    at += length;
  }
}

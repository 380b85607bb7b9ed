import { Buffer } from 'node:buffer';
import { readSync, statSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Milliseconds per batch during which other connections cannot write. */
const usualBatchMs = 10;
const busyTimeoutMs = 5_000;
/** A writer may get in between the checkpoint and the lock; it writes a few times per second. */
const maxTries = 50;
/** Writers may move pages between two batches: what one pass misses, the next one finds. */
const maxPasses = 4;

/** First byte of a page of a b-tree. See "B-tree Pages" in the file format of SQLite. */
const interiorIndex = 2;
const interiorTable = 5;
const leafIndex = 10;
const leafTable = 13;

/** The log could not be emptied: another program has a long-running read. */
export class LogInUse extends Error {}

/**
 * Overwrites deleted content that is still in the gaps of pages. `secure_delete` overwrites cells and pages that become
 * free, but when SQLite moves cells between neighboring pages, their copies stay in the unused middle of the old page.
 * This zeroes that middle in the file itself: no row changes, and other connections wait no longer than one batch.
 *
 * It is safe because each batch has the write lock and an empty log, so the file is what every connection reads and
 * none writes; and because each batch ends with a commit, which makes every other connection drop its cached pages.
 *
 * @param handle of the file, for reading and writing. It must not be closed while this program has the database open:
 *   on POSIX that would give up the locks of every connection.
 * @param batchMs milliseconds per batch during which other connections cannot write.
 * @returns the number of overwritten pages.
 * @throws LogInUse, or the error of SQLite or the file system. Nothing is left half-done then.
 */
export function wipePages(file: string, handle: number, batchMs: number = usualBatchMs): number {
  const sql = new DatabaseSync(file, { timeout: busyTimeoutMs });
  try {
    let total = 0;
    for (let pass = 0; pass < maxPasses; pass += 1) {
      const wiped = wipeOnce(sql, file, handle, batchMs);
      total += wiped;
      if (wiped === 0) break;
    }
    if (total > 0) sql.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return total;
  } finally {
    sql.close();
  }
}

function wipeOnce(sql: DatabaseSync, file: string, handle: number, batchMs: number): number {
  /** Leaf pages that are clean. Interior pages are few. */
  const done = new Set<number>();
  let wiped = 0;
  let walk: ReturnType<typeof treePages> | undefined;
  let walked: unknown;
  for (let isOver = false; !isOver; ) {
    lockWithEmptyLog(sql, file);
    try {
      // A walk continues in the next batch, or it would never get past the pages that one batch can read. After a write
      // of another connection its page numbers may be stale, so it starts again.
      const version = sql.prepare('PRAGMA data_version').get()?.data_version;
      if (!walk || version !== walked) walk = treePages(sql, openPages(handle), done);
      walked = version;
      const end = performance.now() + batchMs;
      const before = wiped;
      do {
        const { value: page } = walk.next();
        isOver = !page;
        if (!page) break;
        if (wipeGap(page, handle)) wiped += 1;
        if (page.children.length === 0) done.add(page.number);
      } while (performance.now() < end);
      if (wiped > before) touch(sql);
      sql.exec('COMMIT');
    } finally {
      if (sql.isTransaction) sql.exec('ROLLBACK');
    }
  }
  return wiped;
}

function lockWithEmptyLog(sql: DatabaseSync, file: string): void {
  for (let tries = 0; tries < maxTries; tries += 1) {
    sql.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    sql.exec('BEGIN IMMEDIATE');
    if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
    sql.exec('ROLLBACK');
  }
  throw new LogInUse('the log is in use');
}

/** Rewrites the first page unchanged. Any commit makes other connections read their pages again. */
function touch(sql: DatabaseSync): void {
  const version = Number(sql.prepare('PRAGMA user_version').get()?.user_version);
  sql.exec(`PRAGMA user_version = ${version}`);
}

/** Yields every page of every b-tree except the first page of the file, which only contains the names of the tables. */
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

/** The pages of a file, and their size. */
interface Pages {
  handle: number;
  pageBytes: number;
  /** Bytes at the end of each page that SQLite does not use. */
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
  /** Offset in the file, and content, of the gap between the cell pointers and the first cell. */
  gapAt: number;
  gap: Buffer;
}

/** @throws when it is not a b-tree page: nothing is written to a file that is not understood. */
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
  const children = places.map((position) => bytes.readUInt32BE(position));
  if (isInterior) children.push(bytes.readUInt32BE(8));
  return { number, children, gapAt: start + gapStart, gap: bytes.subarray(gapStart, gapEnd) };
}

/** @returns whether there was anything in the gap. */
function wipeGap({ gap, gapAt }: TreePage, handle: number): boolean {
  if (gap.every((byte) => byte === 0)) return false;
  gap.fill(0);
  for (let at = 0; at < gap.length; ) at += writeSync(handle, gap, at, gap.length - at, gapAt + at);
  return true;
}

function readWhole(handle: number, into: Buffer, position: number): void {
  for (let at = 0; at < into.length; ) {
    const length = readSync(handle, into, at, into.length - at, position + at);
    if (length === 0) throw new Error('the file is shorter than its pages');
    at += length;
  }
}

import { Buffer } from 'node:buffer';
import type { ChunkMark } from '#shared/contract/exchanges.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { isDamage, storageFault } from '../storage-failure.ts';
import { openExchangeBytes } from './exchange-bytes.ts';
import { deleteExchanges, endLeftOver, findOutdated, openRetention, type RetentionChoice } from './exchange-cleanup.ts';
import { type ExchangeLists, openExchangeLists } from './exchange-lists.ts';
import { type BodySide, type RecordedExchange, Recording } from './exchange-recording.ts';
import { readRecorded } from './exchange-rows.ts';
import { createExchangeWriter, type ExchangeDatabase } from './exchange-writer.ts';

export interface RecordsDatabase extends ExchangeDatabase {
  wipeDeleted(): Promise<void>;
  wipeReplaced(sinceMs: number): void;
}

/** The history of exchanges, including running ones, whether or not the disk accepts them. */
export interface ExchangeRecords extends ExchangeLists {
  /** Records a request, in memory at first: send nothing before `settled` resolves. */
  begin(facts: RecordedExchange, request: Uint8Array, limitBytes: number): Recording;
  /** Resolves when recorded data is on disk, unless the disk refuses. One commit serves all callers of one turn. */
  settled(): Promise<void>;
  /** Drops a recording that has begun, because another process has its id. */
  leave(taken: Recording): void;
  /** Ends a recording, and resolves when it is safe against power loss, unless the disk refuses. */
  finish(recording: Recording): Promise<void>;
  find(id: string): RecordedExchange | null;
  /** Returns the recording of an exchange that runs here. */
  running(id: string): Recording | null;
  /** Returns the kept size of a body. */
  size(id: string, side: BodySide): number;
  read(id: string, side: BodySide, offset: number, length: number): Buffer;
  /** Returns how the response arrived, without the first `from` marks. */
  marks(id: string, from?: number): ChunkMark[];
  /** Returns those of the exchanges that exist, oldest first. */
  inOrder(ids: readonly string[]): string[];
  pin(id: string, pinned: boolean): void;
  /** Deletes permanently: afterwards they are not in the database, its log or its free pages. */
  forget(ids: readonly string[]): Promise<void>;
  readonly retention: RetentionChoice;
  /** Returns how many exchanges the retention would delete at a time. */
  countOutdated(at: number): number;
  /** Deletes what the retention no longer keeps, and returns how many that were. Also runs automatically. */
  trim(): Promise<number>;
  close(): void;
}

/** Trimming scans the whole table; once in this many exchanges is often enough. */
const trimEvery = 50;

/**
 * Opens the history. Marks exchanges as interrupted whose process has ended.
 *
 * @param onTrouble receives a `storage` failure when saving stops working, and `null` when it works again.
 * @param now the time by which old exchanges are deleted, in milliseconds since 1970.
 * @param onTrimmed called when the retention deleted something.
 */
export function createExchangeRecords(
  db: RecordsDatabase,
  onTrouble: (trouble: Failure | null) => void,
  now: () => number = Date.now,
  onTrimmed: () => void = () => {},
): ExchangeRecords {
  const { sql } = db;
  const writer = createExchangeWriter(db, onTrouble);
  const bytes = openExchangeBytes(sql);
  const running = new Map<string, Recording>();
  let begun = 0;
  let newest = 0;
  const lists = openExchangeLists(sql, () => writer.waiting);
  const retention = openRetention(sql);
  const oldestFirst = sql.prepare(
    'SELECT id FROM exchanges WHERE id IN (SELECT value FROM json_each(?)) ORDER BY started_at',
  );
  const isPinned = sql.prepare('SELECT 1 FROM exchanges WHERE id = ? AND pinned = 1');
  let trimming: Promise<number> | null = null;
  let closed = false;
  unlessRefused(() => endLeftOver(db));

  async function deleteAll(
    ids: readonly string[],
    mayGo: (id: string) => boolean,
    onGone: () => void = () => {},
  ): Promise<number> {
    const deleted = await deleteExchanges(db, ids, { isClosed: () => closed, mayGo });
    if (deleted === 0 || closed) return deleted;
    onGone();
    await db.wipeDeleted();
    return deleted;
  }

  /** One at a time; a call meanwhile triggers another one after it, since the retention may have changed. */
  function trim(): Promise<number> {
    const work = async () => {
      await trimming?.catch(() => {});
      if (closed || !writer.flush()) return 0;
      return deleteAll(findOutdated(sql, retention.read(), now()), (id) => !isPinned.get(id), onTrimmed);
    };
    trimming = work();
    return trimming;
  }

  /** Returns a recording in memory: running, or ended and not yet written. */
  function held(id: string): Recording | null {
    return running.get(id) ?? [...writer.waiting].find((recording) => recording.id === id) ?? null;
  }

  return {
    begin(facts, request, limitBytes) {
      // Pages of the list are split by time, so no two exchanges may begin at the same.
      if (facts.startedAt <= newest && newest - facts.startedAt < 1000) facts.startedAt = newest + 0.001;
      newest = facts.startedAt;
      // Operations that depend on the disk report its errors.
      if (begun % trimEvery === 0) trim().catch(() => {});
      begun += 1;
      const recording = new Recording(facts, request, limitBytes, writer.note);
      running.set(recording.id, recording);
      writer.note(recording);
      return recording;
    },
    settled: () => writer.settle(),
    leave: ({ id }) => void running.delete(id),
    async finish(recording) {
      running.delete(recording.id);
      const replaced = recording.patches.length > 0;
      writer.note(recording);
      await writer.settle(true);
      if (replaced && !closed && !writer.waiting.has(recording))
        unlessRefused(() => db.wipeReplaced(recording.facts.startedAt));
    },
    list(filter) {
      writer.flush();
      return lists.list(filter);
    },
    counts(filter) {
      writer.flush();
      return lists.counts(filter);
    },
    find(id) {
      const recording = held(id);
      if (recording) return structuredClone(recording.facts);
      const row = sql.prepare('SELECT * FROM exchanges WHERE id = ?').get(id);
      return row ? readRecorded(row) : null;
    },
    running: (id) => running.get(id) ?? null,
    size(id, side) {
      const recording = held(id);
      if (side === 'request') return recording?.request?.length ?? bytes.size(id, side);
      return recording?.keptBytes ?? bytes.size(id, side);
    },
    read(id, side, offset, length) {
      const recording = held(id);
      if (side === 'request' && recording?.request)
        return Buffer.from(recording.request.subarray(offset, offset + length));
      const stored = bytes.read(id, side, offset, length);
      if (side === 'request' || !recording) return stored;
      const start = Math.max(0, offset - recording.storedBytes);
      const end = Math.max(0, offset + length - recording.storedBytes);
      return Buffer.concat([stored, recording.pending.subarray(start, end)]);
    },
    marks: (id, from = 0) => held(id)?.marks.from(from) ?? bytes.marks(id).slice(from),
    inOrder(ids) {
      writer.flush();
      const stored = oldestFirst.all(JSON.stringify(ids)).map(({ id }) => String(id));
      const known = new Set(stored);
      return [...stored, ...ids.filter((id) => !known.has(id) && held(id) !== null)];
    },
    pin(id, pinned) {
      const recording = held(id);
      if (recording) recording.update({ pinned });
      else sql.prepare('UPDATE exchanges SET pinned = ? WHERE id = ?').run(pinned ? 1 : 0, id);
    },
    async forget(ids) {
      writer.flush();
      await deleteAll(ids, () => true);
    },
    retention,
    countOutdated: (at) => findOutdated(sql, retention.read(), at).length,
    trim,
    close() {
      writer.close();
      closed = true;
    },
  };
}

/** Runs housekeeping that a full or broken disk may delay; a damaged database still throws. */
function unlessRefused(work: () => unknown): void {
  try {
    work();
  } catch (thrown) {
    if (storageFault(thrown) === null || isDamage(thrown)) throw thrown;
  }
}

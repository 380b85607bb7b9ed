import { Buffer } from 'node:buffer';
import type { ChunkMark, ExchangeSummary } from '#shared/contract/exchanges.ts';
import type { Failure } from '#shared/routes/failure.ts';
import type { RouteId } from '#shared/routes/route.ts';
import { openExchangeBytes } from './exchange-bytes.ts';
import { defaultLimits, deleteExchanges, endLeftOver, type HistoryLimits, trimHistory } from './exchange-cleanup.ts';
import { createKeeper, type KeeperDatabase } from './exchange-keeper.ts';
import { type BodySide, type RecordedExchange, Recording } from './exchange-recording.ts';
import { asSummary, readRecorded, readSummary, summaryColumns, wordsOf } from './exchange-rows.ts';
import { isDamage, storageFault } from './storage-failure.ts';

export interface RecordsDatabase extends KeeperDatabase {
  /** Takes what was deleted out of the write-ahead log as well. */
  wipeDeleted(): void;
}

export interface ListFilter {
  limit: number;
  before?: number | undefined;
  routeId?: RouteId | undefined;
  connectionId?: string | undefined;
  text?: string | undefined;
}

/** The history of exchanges, the running ones included, whether or not the disk takes them. */
export interface ExchangeRecords {
  /** Records a request; it is on disk when this returns, unless the disk refuses. */
  begin(facts: RecordedExchange, request: Uint8Array, limitBytes: number): Recording;
  /** Ends a recording; it then survives the loss of power as well. */
  finish(recording: Recording): void;
  /** The newest first. */
  list(filter: ListFilter): ExchangeSummary[];
  find(id: string): RecordedExchange | null;
  /** The recording of an exchange that runs here. */
  running(id: string): Recording | null;
  /** Kept bytes of a body. */
  size(id: string, side: BodySide): number;
  read(id: string, side: BodySide, offset: number, length: number): Buffer;
  marks(id: string): ChunkMark[];
  pin(id: string, pinned: boolean): void;
  /** Deletes for good: not in the database, its log or its free pages. */
  forget(ids: readonly string[]): void;
  close(): void;
}

/** Trimming looks at the whole table; once in so many exchanges is often enough. */
const trimEvery = 50;

/**
 * Opens the history. Exchanges that a process which has ended left running are marked as interrupted.
 *
 * @param onTrouble gets a `storage` failure when saving stops working, and `null` when it works again.
 */
export function createExchangeRecords(
  db: RecordsDatabase,
  onTrouble: (trouble: Failure | null) => void,
  limits: HistoryLimits = defaultLimits,
): ExchangeRecords {
  const { sql } = db;
  const keeper = createKeeper(db, onTrouble);
  const bytes = openExchangeBytes(sql);
  const running = new Map<string, Recording>();
  let begun = 0;
  let newest = 0;
  const newestFirst = sql.prepare(
    `SELECT ${summaryColumns} FROM exchanges
     WHERE started_at < ?1 AND (?2 IS NULL OR route_id = ?2) AND (?3 IS NULL OR connection_id = ?3)
       AND (?4 IS NULL OR instr(words, ?4) > 0)
     ORDER BY started_at DESC LIMIT ?5`,
  );
  unlessRefused(() => endLeftOver(db));

  /** In memory: running, or ended and not yet written. */
  function held(id: string): Recording | null {
    return running.get(id) ?? [...keeper.waiting].find((recording) => recording.id === id) ?? null;
  }

  return {
    begin(facts, request, limitBytes) {
      // Pages of the list are cut by time, so no two exchanges may begin at the same.
      if (facts.startedAt <= newest && newest - facts.startedAt < 1000) facts.startedAt = newest + 0.001;
      newest = facts.startedAt;
      if (begun % trimEvery === 0 && keeper.flush()) unlessRefused(() => trimHistory(db, limits));
      begun += 1;
      const recording = new Recording(facts, request, limitBytes, keeper.note);
      running.set(recording.id, recording);
      keeper.note(recording);
      keeper.flush();
      return recording;
    },
    finish(recording) {
      running.delete(recording.id);
      const replaced = recording.patches.length > 0;
      keeper.note(recording);
      // What was replaced must not stay in the write-ahead log.
      if (keeper.flush(true) && replaced) unlessRefused(() => db.wipeDeleted());
    },
    list(filter) {
      keeper.flush();
      const stored = newestFirst
        .all(
          filter.before ?? Number.MAX_SAFE_INTEGER,
          filter.routeId ?? null,
          filter.connectionId ?? null,
          filter.text?.trim().toLowerCase() || null,
          filter.limit,
        )
        .map(readSummary);
      const unwritten = [...keeper.waiting].map(({ facts }) => facts).filter((facts) => fits(facts, filter));
      if (unwritten.length === 0) return stored;
      const known = new Set(unwritten.map(({ id }) => id));
      return [...unwritten.map(asSummary), ...stored.filter(({ id }) => !known.has(id))]
        .sort((first, second) => second.startedAt - first.startedAt)
        .slice(0, filter.limit);
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
    marks: (id) => held(id)?.marks ?? bytes.marks(id),
    pin(id, pinned) {
      const recording = held(id);
      if (recording) recording.update({ pinned });
      else sql.prepare('UPDATE exchanges SET pinned = ? WHERE id = ?').run(pinned ? 1 : 0, id);
    },
    forget(ids) {
      keeper.flush();
      db.transaction(() => deleteExchanges(sql, ids));
      db.wipeDeleted();
    },
    close: () => keeper.close(),
  };
}

/** Housekeeping that a full or broken disk may put off; a damaged database is another matter. */
function unlessRefused(work: () => unknown): void {
  try {
    work();
  } catch (thrown) {
    if (storageFault(thrown) === null || isDamage(thrown)) throw thrown;
  }
}

const fits = (facts: RecordedExchange, { before, routeId, connectionId, text }: ListFilter) =>
  (before === undefined || facts.startedAt < before) &&
  (routeId === undefined || facts.routeId === routeId) &&
  (connectionId === undefined || facts.connectionId === connectionId) &&
  (!text || wordsOf(facts).includes(text.trim().toLowerCase()));

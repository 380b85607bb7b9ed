import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChunkMark } from '#shared/contract/exchanges.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { notSavedSince, sqliteCode, storageFault } from '../storage-failure.ts';
import { openExchangeBytes } from './exchange-bytes.ts';
import type { BodySide, Recording } from './exchange-recording.ts';
import { prepareSave } from './exchange-rows.ts';

/** Maximum delay before bytes are on disk, with room for a slow write below the promised 250 ms. */
const flushMs = 150;
/** This many bytes at once are written without delay. */
const flushBytes = 1024 * 1024;
/** Largest chunk of a body in the database. */
const pieceBytes = 1024 * 1024;
/** Background writing yields to other work after this long: hundreds of streams take ten times as much. */
const sliceMs = 8;
/** Between attempts while the disk refuses. */
const againMs = 1000;
/** Unwritten bytes held at most while the disk refuses. */
const heldBytes = 256 * 1024 * 1024;

/** SQLite's code for a read or write that the system refused. */
const ioError = 10;

/** The part of the database that the writer uses. */
export interface ExchangeDatabase {
  readonly sql: DatabaseSync;
  readonly processId: string;
  transaction<T>(work: () => T): T;
  suspectDamage(): void;
}

/** Writes recordings to disk: in the same turn of the event loop at their start and end, in batches between. */
export interface ExchangeWriter {
  /** Schedules a write of this recording. */
  note(recording: Recording): void;
  /** Writes everything now. With `durable` it also survives a power loss. Returns false when the disk refused. */
  flush(durable?: boolean): boolean;
  /**
   * Runs `flush` at the end of this turn of the event loop, once for all callers: hundreds may begin or end together.
   */
  settle(durable?: boolean): Promise<void>;
  /** Recordings with unwritten data. */
  readonly waiting: ReadonlySet<Recording>;
  close(): void;
}

/**
 * @param onTrouble receives a `storage` failure when writing stops working, and `null` when it works again. Exchanges
 *   continue meanwhile; unwritten data stays in memory, up to 256 MiB, and is written later.
 */
export function createExchangeWriter(
  db: ExchangeDatabase,
  onTrouble: (trouble: Failure | null) => void,
): ExchangeWriter {
  const { sql } = db;
  const save = prepareSave(sql, db.processId);
  const bytes = openExchangeBytes(sql);
  const waiting = new Set<Recording>();
  let timer: NodeJS.Timeout | undefined;
  let troubled = false;
  let brokeWriting = false;
  let closed = false;
  /** The next write has to survive a power loss. */
  let owesDurable = false;
  let settling: Promise<void> | null = null;

  /** Reading any part of a chunk reads all of it, so chunks are small. Marks are stored with the last one. */
  function writePieces(id: string, side: BodySide, offset: number, all: Uint8Array, marks: readonly ChunkMark[]): void {
    for (let at = 0; at < all.length; at += pieceBytes) {
      const piece = all.subarray(at, at + pieceBytes);
      bytes.write(id, side, offset + at, piece, at + pieceBytes >= all.length ? marks : []);
    }
  }

  function write(recording: Recording, withRow = true): void {
    const { id, request, pending } = recording;
    if (withRow && !save(recording.facts, recording.requestBytes + recording.keptBytes)) {
      recording.isTaken = true;
      return;
    }
    if (request) writePieces(id, 'request', 0, request, []);
    for (const patch of recording.patches) bytes.overwrite(id, 'response', patch.offset, patch.bytes);
    if (pending.length > 0) writePieces(id, 'response', recording.storedBytes, pending, recording.marks.pending);
  }

  /** @returns why some of them could not be written while the disk accepted the others. */
  function writeAll(): Map<Recording, unknown> {
    const refused = new Map<Recording, unknown>();
    try {
      db.transaction(() => {
        for (const recording of waiting) write(recording);
      });
    } catch (thrown) {
      // The disk refuses all of them alike.
      if (storageFault(thrown) !== null || waiting.size === 1) throw thrown;
      db.transaction(() => {
        for (const recording of waiting) writeAlone(recording, refused);
      });
      if (refused.size === waiting.size) throw thrown;
    }
    return refused;
  }

  /** Within a savepoint, so that a failing one does not roll the others back. */
  function writeAlone(recording: Recording, refused: Map<Recording, unknown>): void {
    sql.exec('SAVEPOINT alone');
    try {
      write(recording);
    } catch (thrown) {
      if (storageFault(thrown) !== null) throw thrown;
      refused.set(recording, thrown);
      sql.exec('ROLLBACK TO alone');
    }
    sql.exec('RELEASE alone');
  }

  function flush(durable = false): boolean {
    clearTimeout(timer);
    timer = undefined;
    // After the end nothing can be written: late data is dropped, and no caller waits for it.
    if (closed) return false;
    if (waiting.size === 0) {
      // A slice has already written it, durably: the next write need not be.
      owesDurable = false;
      return true;
    }
    owesDurable ||= durable;
    try {
      sql.exec(`PRAGMA synchronous = ${owesDurable ? 'FULL' : 'NORMAL'}`);
      const refused = writeAll();
      for (const recording of waiting) {
        if (refused.has(recording)) continue;
        recording.saved(performance.now());
        waiting.delete(recording);
      }
      const [refusal] = refused.values();
      if (refusal !== undefined) throw refusal;
      owesDurable = false;
      if (troubled) onTrouble(null);
      if (brokeWriting) db.suspectDamage();
      troubled = false;
      brokeWriting = false;
      return true;
    } catch (thrown) {
      if (!troubled) onTrouble(notSavedSince(thrown));
      troubled = true;
      // The state of the pages of a failed write is unknown: the next start reads the whole file.
      if (sqliteCode(thrown) === ioError) brokeWriting = true;
      boundMemory();
      schedule(againMs);
      return false;
    }
  }

  /** Drops the bytes of the oldest ended recordings first; their facts are small and kept. */
  function boundMemory(): void {
    let held = [...waiting].reduce((sum, recording) => sum + recording.unwrittenBytes, 0);
    for (const recording of waiting) {
      if (held <= heldBytes) return;
      if (recording.isRunning) continue;
      held -= recording.unwrittenBytes;
      recording.dropPending();
    }
  }

  /**
   * Writes the waiting recordings, some per turn of the event loop. `flush` reports and retries a disk that refuses.
   */
  function writeSlice(due: Recording[]): void {
    if (closed) return;
    const began = performance.now();
    const written = new Map<Recording, { withRow: boolean }>();
    try {
      sql.exec(`PRAGMA synchronous = ${owesDurable ? 'FULL' : 'NORMAL'}`);
      db.transaction(() => {
        while (due.length > 0 && performance.now() - began < sliceMs) {
          const recording = due.pop() as Recording;
          if (!waiting.has(recording)) continue;
          const withRow = recording.isRowDue(began);
          write(recording, withRow);
          written.set(recording, { withRow });
        }
      });
    } catch {
      flush();
      return;
    }
    for (const [recording, { withRow }] of written) {
      recording.saved(withRow ? began : null);
      if (withRow) waiting.delete(recording);
    }
    if (due.length > 0) setImmediate(() => writeSlice(due)).unref();
    else if (waiting.size > 0) schedule(flushMs);
  }

  function schedule(delayMs: number): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (troubled) flush();
      else writeSlice([...waiting].reverse());
    }, delayMs).unref();
  }

  return {
    waiting,
    flush,
    settle(durable = false) {
      owesDurable ||= durable;
      settling ??= nextTurn().then(() => {
        settling = null;
        flush();
      });
      return settling;
    },
    note(recording) {
      if (closed || recording.isTaken) return;
      waiting.add(recording);
      if (!troubled && recording.unwrittenBytes >= flushBytes) flush();
      else schedule(troubled ? againMs : flushMs);
    },
    close() {
      flush(true);
      closed = true;
      clearTimeout(timer);
    },
  };
}

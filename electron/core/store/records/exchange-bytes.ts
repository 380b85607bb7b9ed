import { Buffer } from 'node:buffer';
import type { DatabaseSync } from 'node:sqlite';
import type { ChunkMark } from '#shared/contract/exchanges.ts';
import type { BodySide } from './exchange-recording.ts';

/** Reads and writes the stored bytes of bodies. */
export function openExchangeBytes(sql: DatabaseSync) {
  const insert = sql.prepare(
    'INSERT INTO exchange_bytes (exchange_id, side, offset, bytes, marks) VALUES (?, ?, ?, ?, ?)',
  );
  const whole = sql.prepare(
    `SELECT offset, bytes FROM exchange_bytes WHERE exchange_id = ?1 AND side = ?2 AND offset >= coalesce(
       (SELECT max(offset) FROM exchange_bytes WHERE exchange_id = ?1 AND side = ?2 AND offset <= ?3), 0)
     AND offset < ?4 ORDER BY offset`,
  );
  // Reads only the requested bytes of a chunk of a megabyte: windows are small, and there are many.
  const within = sql.prepare(
    `SELECT substr(bytes, max(0, ?3 - offset) + 1, ?4 - max(?3, offset)) AS bytes
     FROM exchange_bytes WHERE exchange_id = ?1 AND side = ?2 AND offset >= coalesce(
       (SELECT max(offset) FROM exchange_bytes WHERE exchange_id = ?1 AND side = ?2 AND offset <= ?3), 0)
     AND offset < ?4 ORDER BY offset`,
  );
  const update = sql.prepare('UPDATE exchange_bytes SET bytes = ? WHERE exchange_id = ? AND side = ? AND offset = ?');
  const end = sql.prepare(
    'SELECT offset + length(bytes) AS size FROM exchange_bytes WHERE exchange_id = ? AND side = ? ORDER BY offset DESC LIMIT 1',
  );
  const marks = sql.prepare(
    "SELECT marks FROM exchange_bytes WHERE exchange_id = ? AND side = 'response' AND marks IS NOT NULL ORDER BY offset",
  );
  return {
    write(id: string, side: BodySide, offset: number, bytes: Uint8Array, arrivals: readonly ChunkMark[]): void {
      const packed = Float64Array.from(arrivals.flatMap(({ atMs, sizeBytes }) => [atMs, sizeBytes]));
      insert.run(id, side, offset, bytes, packed.length > 0 ? new Uint8Array(packed.buffer) : null);
    },
    /** Returns at most `length` stored bytes from `offset` on; fewer when fewer are stored. */
    read(id: string, side: BodySide, offset: number, length: number): Buffer {
      const pieces = within.all(id, side, offset, offset + length).map((row) => row.bytes as Uint8Array);
      const [only, more] = pieces;
      return only && !more ? Buffer.from(only.buffer, only.byteOffset, only.length) : Buffer.concat(pieces);
    },
    /** Overwrites stored bytes from `offset` on, at the same length; bytes that are not stored are skipped. */
    overwrite(id: string, side: BodySide, offset: number, bytes: Uint8Array): void {
      for (const row of whole.all(id, side, offset, offset + bytes.length)) {
        const start = Number(row.offset);
        const stored = row.bytes as Uint8Array;
        const first = Math.max(offset, start);
        if (first >= start + stored.length) continue;
        stored.set(bytes.subarray(first - offset, start + stored.length - offset), first - start);
        update.run(stored, id, side, start);
      }
    },
    /** Returns the number of stored bytes of one body. */
    size: (id: string, side: BodySide): number => Number(end.get(id, side)?.size ?? 0),
    marks(id: string): ChunkMark[] {
      return marks.all(id).flatMap((row) => {
        // A copy: the blob's own bytes may not be aligned for floats.
        const packed = new Float64Array(new Uint8Array(row.marks as Uint8Array).buffer);
        return Array.from({ length: packed.length / 2 }, (_, index) => ({
          atMs: packed[2 * index] as number,
          sizeBytes: packed[2 * index + 1] as number,
        }));
      });
    },
  };
}

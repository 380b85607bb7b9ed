import type { Buffer } from 'node:buffer';
import type { FrameRow } from '#shared/contract/realtime.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { frameRow } from '../../readers/session/frame-summary.ts';
import { eventOf, type FrameLine, parseLine } from '../../readers/session/session-line.ts';
import { isNote, type RecordReader, readLines } from './recorded-session.ts';

/** Where the frames of a session are in its record. */
interface Places {
  offsets: number[];
  lengths: number[];
  /** The record was indexed up to here. */
  seenBytes: number;
}

const remembered = 8;

/** Finds frames of recorded sessions, also of running ones, without keeping them in memory. */
export function createFrameIndex(records: RecordReader) {
  const known = new Map<string, Places>();

  async function placesOf(id: string): Promise<Places> {
    const places = known.get(id) ?? { offsets: [], lengths: [], seenBytes: 0 };
    known.delete(id);
    known.set(id, places);
    for (const oldest of known.keys()) {
      if (known.size <= remembered) break;
      known.delete(oldest);
    }
    for await (const { offset, bytes } of readLines(id, records, places.seenBytes)) {
      // A concurrent call may have indexed the same lines meanwhile.
      if (offset < places.seenBytes) continue;
      places.seenBytes = offset + bytes.length + 1;
      if (isNote(bytes)) continue;
      places.offsets.push(offset);
      places.lengths.push(bytes.length);
    }
    return places;
  }

  const lineAt = (id: string, places: Places, index: number): FrameLine | null => {
    const length = places.lengths[index];
    if (length === undefined) return null;
    const bytes: Buffer = records.read(id, 'response', places.offsets[index] as number, length);
    return parseLine(bytes) as FrameLine | null;
  };

  return {
    async rows(id: string, from: number, limit: number): Promise<FrameRow[]> {
      const places = await placesOf(id);
      const rows: FrameRow[] = [];
      for (let index = from; index < Math.min(places.offsets.length, from + limit); index += 1) {
        const line = lineAt(id, places, index);
        if (line) rows.push(frameRow(line, index, eventOf(line)));
      }
      return rows;
    },
    /** @throws AppError `not-found-here`. */
    async frame(id: string, index: number): Promise<FrameLine> {
      const line = lineAt(id, await placesOf(id), index);
      if (line) return line;
      throw new AppError(
        failure('not-found-here', "This frame isn't recorded.", {
          hint: 'The session was deleted, or removed by the retention limit.',
        }),
      );
    },
  };
}

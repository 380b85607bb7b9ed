import type { Buffer } from 'node:buffer';
import type { SessionPart } from '#shared/contract/realtime.ts';

/** A part before it has a number and a time. */
type Bare<P> = P extends unknown ? Omit<P, 'n' | 'atMs'> : never;
export type PartBody = Bare<SessionPart>;

/** One frame as it is recorded. */
export interface FrameLine {
  /** Number of the first part that is read from this line. */
  n: number;
  /** Milliseconds after the start of the session. */
  at: number;
  socket: number;
  dir: 'in' | 'out';
  op: 'text' | 'binary' | 'ping' | 'pong' | 'close' | 'refusal';
  /** Of the frame on the wire. */
  size: number;
  /** Redacted; base64 for `binary`. */
  data: string;
  /** Why `data` is not the whole frame: its sound is only in the track, or it is no text. */
  cut?: true;
  /** Of a pong: since its ping. */
  rtt?: number;
  code?: number;
}

/** Something that is no frame: what Patchbay did or found. */
export interface NoteLine {
  n: number;
  at: number;
  note: PartBody;
}

/** One line of a recorded session. The parts of a session follow from its lines alone. */
export type SessionLine = FrameLine | NoteLine;

export const isFrame = (line: SessionLine): line is FrameLine => 'op' in line;

/** A line as it was written; `null` for one that the end of the program cut. */
export function parseLine(bytes: Buffer): SessionLine | null {
  try {
    const line = JSON.parse(bytes.toString('utf8')) as SessionLine;
    return 'op' in line || 'note' in line ? line : null;
  } catch {
    return null;
  }
}

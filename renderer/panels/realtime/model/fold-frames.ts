import type { FrameRow } from '#shared/contract/realtime.ts';
import type { Gap } from './session-view.ts';

export interface FrameGroup {
  kind: 'frames';
  /** Index of the first frame; identifies the row. */
  index: number;
  first: FrameRow;
  last: FrameRow;
  count: number;
  sizeBytes: number;
}

export type LogRow = FrameGroup | { kind: 'gap'; gap: Gap };

export interface FrameFilter {
  text: string;
  in: boolean;
  out: boolean;
  /** Neighboring deltas of the same kind share one row. */
  folded: boolean;
  /** Pings, pongs and closes are shown. */
  control: boolean;
}

/** Returns true for kinds that come in long runs: chunks of audio, text and arguments. */
const isPiece = ({ kind }: FrameRow): boolean => kind.endsWith('.delta') || kind === 'input_audio_buffer.append';
const isControl = ({ kind }: FrameRow): boolean => kind === 'ping' || kind === 'pong';

/**
 * Returns the rows of the log: frames that pass the filter, folded on request, with a row for each gap between sockets.
 */
export function foldFrames(frames: readonly FrameRow[], gaps: readonly Gap[], filter: FrameFilter): LogRow[] {
  const rows: LogRow[] = [];
  const waiting = gaps.toSorted((first, second) => first.fromMs - second.fromMs);
  const text = filter.text.trim().toLowerCase();
  let last: FrameGroup | undefined;
  let socket = frames[0]?.socket ?? 0;
  for (const frame of frames) {
    if (frame.socket !== socket) {
      // A gap between two sockets precedes the first frame of the second.
      while (waiting[0] && waiting[0].fromMs <= frame.atMs) rows.push({ kind: 'gap', gap: waiting.shift() as Gap });
      last = undefined;
      socket = frame.socket;
    }
    if (!passes(frame, filter, text)) continue;
    if (last && filter.folded && isPiece(frame) && joins(last.last, frame)) {
      last.last = frame;
      last.count += 1;
      last.sizeBytes += frame.sizeBytes;
      continue;
    }
    last = { kind: 'frames', index: frame.index, first: frame, last: frame, count: 1, sizeBytes: frame.sizeBytes };
    rows.push(last);
  }
  return [...rows, ...waiting.map((gap) => ({ kind: 'gap' as const, gap }))];
}

const joins = (before: FrameRow, frame: FrameRow): boolean =>
  before.kind === frame.kind && before.direction === frame.direction && before.socket === frame.socket;

const passes = (frame: FrameRow, filter: FrameFilter, text: string): boolean =>
  (frame.direction === 'in' ? filter.in : filter.out) &&
  (filter.control || !isControl(frame)) &&
  (text === '' || frame.kind.toLowerCase().includes(text) || frame.summary.toLowerCase().includes(text));

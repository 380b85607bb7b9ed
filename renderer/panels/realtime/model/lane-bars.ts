import type { Gap, Saying, SessionView } from './session-view.ts';

export type LaneId = 'person' | 'model' | 'tool';

export interface LaneBar {
  id: string;
  lane: LaneId;
  startMs: number;
  endMs: number;
  /** Until when audio of it arrived, where it is heard for longer than that; else `null`. */
  arrivedMs: number | null;
  text: string;
  /** It was cut short: interrupted, or lost with its socket. */
  cut: boolean;
}

/** Bars shorter than this are drawn as long as this, or nobody would see them. */
const leastMs = 150;

/**
 * What was said, as bars in lanes. What is being spoken lasts until now, in milliseconds after the start. Audio that waits to
 * be heard is dropped where the connection breaks, and nothing is drawn after the end of the session.
 */
export const laneBars = (
  { sayings, gaps, spokenItemId, ended }: Pick<SessionView, 'sayings' | 'gaps' | 'spokenItemId' | 'ended'>,
  nowMs: number,
): LaneBar[] =>
  sayings
    .map((saying) => (saying.itemId === spokenItemId ? { ...saying, endMs: Math.max(saying.endMs, nowMs) } : saying))
    .filter((saying) => saying.tool !== null || saying.text !== '' || saying.endMs > saying.startMs)
    .map((saying) => barOf(saying, gaps, ended?.atMs ?? Number.POSITIVE_INFINITY));

function barOf(saying: Saying, gaps: readonly Gap[], sessionEndMs: number): LaneBar {
  const { itemId, who, tool, text, startMs, endMs, audioMs, arrivedMs, truncatedMs } = saying;
  const gap = gaps.find(({ fromMs }) => who === 'model' && startMs < fromMs && endMs >= fromMs);
  const transcriptEnd = truncatedMs === null ? endMs : Math.min(endMs, startMs + truncatedMs);
  const end = Math.min(transcriptEnd, gap?.fromMs ?? sessionEndMs, sessionEndMs);
  const drawnEnd = Math.max(end, Math.min(startMs + leastMs, sessionEndMs));
  return {
    id: itemId,
    lane: tool ? 'tool' : who,
    startMs,
    endMs: drawnEnd,
    arrivedMs: audioMs > 0 && arrivedMs < drawnEnd ? arrivedMs : null,
    text: tool ? tool.name : text,
    cut: truncatedMs !== null || gap?.cutAnswer === true,
  };
}

/** Where the time line is marked: whole seconds, as far apart as fits. */
export function timeMarks(fromMs: number, toMs: number, pxPerSecond: number): number[] {
  const apartPx = 90;
  const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600];
  const step = (steps.find((seconds) => seconds * pxPerSecond >= apartPx) ?? 900) * 1000;
  const first = Math.ceil(fromMs / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((toMs - first) / step) + 1) }, (_, at) => first + at * step);
}

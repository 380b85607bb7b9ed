import type { Gap, Saying, SessionView } from './session-view.ts';

export type LaneId = 'person' | 'model' | 'tool';

export interface LaneBar {
  id: string;
  lane: LaneId;
  startMs: number;
  endMs: number;
  text: string;
  /** It was cut short: interrupted, or lost with its socket. */
  cut: boolean;
}

/** Bars shorter than this are drawn as long as this, or nobody would see them. */
const leastMs = 150;

/** What was said, as bars in lanes. What is being spoken lasts until now, in milliseconds after the start. */
export const laneBars = (
  { sayings, gaps, spokenItemId }: Pick<SessionView, 'sayings' | 'gaps' | 'spokenItemId'>,
  nowMs: number,
): LaneBar[] =>
  sayings
    .map((saying) => (saying.itemId === spokenItemId ? { ...saying, endMs: Math.max(saying.endMs, nowMs) } : saying))
    .filter((saying) => saying.tool !== null || saying.text !== '' || saying.endMs > saying.startMs)
    .map((saying) => barOf(saying, gaps));

function barOf(saying: Saying, gaps: readonly Gap[]): LaneBar {
  const { itemId, who, tool, text, startMs, endMs, truncatedMs } = saying;
  const gap = gaps.find(({ fromMs, cutAnswer }) => cutAnswer && who === 'model' && startMs < fromMs && endMs >= fromMs);
  const heardEnd = truncatedMs === null ? endMs : Math.min(endMs, startMs + truncatedMs);
  const end = gap ? Math.min(heardEnd, gap.fromMs) : heardEnd;
  return {
    id: itemId,
    lane: tool ? 'tool' : who,
    startMs,
    endMs: Math.max(end, startMs + leastMs),
    text: tool ? tool.name : text,
    cut: truncatedMs !== null || gap !== undefined,
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

/** Times of one turn of a session, in milliseconds after its start; `null` for what did not happen. */
export interface TurnTimes {
  /** When a typed message was sent. */
  typedMs: number | null;
  speechEndMs: number | null;
  committedMs: number | null;
  firstAudioMs: number | null;
  firstWordMs: number | null;
}

export const latencyKinds = ['response', 'response-text', 'audio', 'text'] as const;
export type LatencyKind = (typeof latencyKinds)[number];

/** Reply latency of a turn in milliseconds, and what it measures. */
export interface ShownLatency {
  /**
   * `response` and `response-text`: from the end of speech to the first audio or text. `audio` and `text`: the same from
   * a typed message.
   */
  kind: LatencyKind;
  ms: number;
}

/** Returns the latency of a turn; `null` while nothing was said or received. The user's latest input counts. */
export function latencyOf({
  typedMs,
  speechEndMs,
  committedMs,
  firstAudioMs,
  firstWordMs,
}: TurnTimes): ShownLatency | null {
  const first = firstAudioMs ?? firstWordMs;
  const spokenMs = speechEndMs ?? (typedMs === null ? committedMs : null);
  const from = Math.max(typedMs ?? -1, spokenMs ?? -1);
  if (first === null || from < 0 || first < from) return null;
  const isText = firstAudioMs === null;
  const kind = from === spokenMs ? (isText ? 'response-text' : 'response') : isText ? 'text' : 'audio';
  return { kind, ms: first - from };
}

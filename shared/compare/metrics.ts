import type { CellMetrics } from '../contract/compare.ts';
import type { RunEnd, Usage } from '../protocol/part.ts';
import { percentile } from '../statistics.ts';

/** What was seen of one response. */
export interface SeenResponse {
  end: RunEnd;
  /** Whether content arrived in several chunks; a single one has no time to first token. */
  isStreamed: boolean;
  usage: Usage | null;
  /** When each chunk of content arrived, in milliseconds on one clock. */
  contentAtMs: readonly number[];
}

/**
 * Computes the figures of one request as AIPerf defines them: time to first token, inter-token latency as (request
 * latency - time to first token) / (output tokens - 1), and its inverse as tokens per second per user.
 */
export function metricsOf({ end, isStreamed, usage, contentAtMs }: SeenResponse): CellMetrics {
  const { timeline } = end;
  const isComplete = end.state === 'done' || end.state === 'done-with-warnings';
  const latencyMs = isComplete ? timeline.endMs : null;
  const ttftMs = isStreamed ? timeline.firstTokenMs : null;
  const tokens = usage?.outputTokens ?? null;
  const interTokenMs =
    latencyMs !== null && ttftMs !== null && tokens !== null && tokens > 1 ? (latencyMs - ttftMs) / (tokens - 1) : null;
  const gaps = contentAtMs.slice(1).map((atMs, at) => atMs - (contentAtMs[at] as number));
  return {
    ttftMs,
    interTokenMs,
    interChunkP95Ms: isStreamed ? percentile(gaps, 0.95) : null,
    tokensPerSecond: interTokenMs !== null && interTokenMs > 0 ? 1000 / interTokenMs : null,
    latencyMs,
    usage,
    finishReason: end.finishReason,
    sentBytes: timeline.sentBytes,
    receivedBytes: timeline.receivedBytes,
  };
}

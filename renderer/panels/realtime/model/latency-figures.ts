import type { TurnLatency } from '#shared/contract/realtime.ts';
import { type LatencyKind, latencyKinds, latencyOf } from '#shared/protocol/turn-latency.ts';
import { percentile } from '#shared/statistics.ts';

/** The latency of one turn in milliseconds, and when it was over, in milliseconds after the start of the session. */
export interface MeasuredTurn {
  turn: number;
  kind: LatencyKind;
  ms: number;
  atMs: number;
}

/** Latency of all turns of one kind, in milliseconds. */
export interface LatencyFigures {
  kind: LatencyKind;
  count: number;
  p50: number;
  p95: number;
  min: number;
  max: number;
}

/**
 * Returns the turns with a latency, in order. The newest one counts only when its first audio has arrived or it is over:
 * the words of a spoken reply may arrive before its audio.
 */
export const measuredTurns = (latencies: readonly TurnLatency[]): MeasuredTurn[] =>
  latencies.flatMap((turn, at) => {
    const measured = latencyOf(turn);
    const isSettled = turn.firstAudioMs !== null || turn.doneMs !== null || at < latencies.length - 1;
    if (!measured || !isSettled) return [];
    return [{ turn: turn.turn, ...measured, atMs: turn.firstAudioMs ?? turn.firstWordMs ?? 0 }];
  });

/** Returns the figures of each kind that occurred. Kinds are never mixed: they do not measure the same thing. */
export const latencyFigures = (turns: readonly MeasuredTurn[]): LatencyFigures[] =>
  latencyKinds.flatMap((kind) => {
    const times = turns.filter((turn) => turn.kind === kind).map(({ ms }) => ms);
    const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
    if (p50 === null || p95 === null) return [];
    return [{ kind, count: times.length, p50, p95, min: Math.min(...times), max: Math.max(...times) }];
  });

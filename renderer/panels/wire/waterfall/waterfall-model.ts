import type { ExchangeSummary } from '#shared/contract/exchanges.ts';
import type { Timeline } from '#shared/protocol/part.ts';

/** Exchanges close together in time; they share one axis of the waterfall. */
export interface Burst {
  /** Milliseconds since 1970. */
  fromAt: number;
  toAt: number;
  /** Newest first. */
  rows: ExchangeSummary[];
}

/** A pause this long, in milliseconds, ends a burst: on a shared axis it would leave nothing else readable. */
const pauseMs = 20_000;

/** Returns when an exchange ended; for a running one, now. */
export const endOf = ({ startedAt, durationMs, state }: ExchangeSummary, now: number): number =>
  state === 'running' ? Math.max(now, startedAt) : startedAt + (durationMs ?? 0);

/**
 * Groups rows (newest first) into bursts, newest first. An exchange belongs to the preceding burst when it began less
 * than 20 s after everything in that burst had ended.
 */
export function burstsOf(rows: readonly ExchangeSummary[], now: number): Burst[] {
  const bursts: Burst[] = [];
  for (let at = rows.length - 1; at >= 0; at -= 1) {
    const row = rows[at] as ExchangeSummary;
    const toAt = endOf(row, now);
    const open = bursts.at(-1);
    if (open && row.startedAt - open.toAt < pauseMs) {
      open.rows.push(row);
      open.toAt = Math.max(open.toAt, toAt);
    } else bursts.push({ fromAt: row.startedAt, toAt, rows: [row] });
  }
  for (const burst of bursts) burst.rows.reverse();
  return bursts.reverse();
}

/** A phase of an exchange, in milliseconds after its start. */
export interface Phase {
  kind: 'dns' | 'connect' | 'tls' | 'send' | 'wait' | 'receive';
  fromMs: number;
  toMs: number;
}

/**
 * Returns the phases of an exchange, in order and without gaps. What did not happen (a reused connection has no DNS
 * lookup) has no phase. `nowMs` ends the last phase of a running exchange.
 */
export function phasesOf(timeline: Timeline, nowMs: number): Phase[] {
  const endMs = timeline.endMs ?? nowMs;
  const marks: [Phase['kind'], number | null][] = [
    ['dns', timeline.dnsMs],
    ['connect', timeline.connectMs],
    ['tls', timeline.tlsMs],
    ['send', timeline.sentMs],
    ['wait', timeline.headersMs],
  ];
  const phases: Phase[] = [];
  let fromMs = 0;
  for (const [kind, mark] of marks) {
    if (mark === null) continue;
    const toMs = Math.min(Math.max(mark, fromMs), endMs);
    phases.push({ kind, fromMs, toMs });
    fromMs = toMs;
  }
  if (endMs > fromMs) phases.push({ kind: nextKind(timeline), fromMs, toMs: endMs });
  return phases;
}

/** Returns what an exchange was doing after its last mark. */
function nextKind({ headersMs, sentMs, tlsMs, connectMs, dnsMs }: Timeline): Phase['kind'] {
  if (headersMs !== null) return 'receive';
  if (sentMs !== null) return 'wait';
  if (tlsMs !== null) return 'send';
  return connectMs !== null || dnsMs !== null ? 'connect' : 'wait';
}

/** Returns the position of a stretch on an axis, in percent; never too thin to be seen. */
export function axisPosition(
  axis: { fromAt: number; toAt: number },
  from: number,
  to: number,
): { left: number; width: number } {
  const span = Math.max(1, axis.toAt - axis.fromAt);
  const left = Math.min(100, Math.max(0, ((from - axis.fromAt) / span) * 100));
  return { left, width: Math.min(100 - left, Math.max(0, ((to - from) / span) * 100)) };
}

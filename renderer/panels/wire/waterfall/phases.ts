import type { Timeline } from '#shared/protocol/part.ts';

/** A stretch of an exchange, in milliseconds after its start. */
export interface Phase {
  kind: 'dns' | 'connect' | 'tls' | 'send' | 'wait' | 'receive';
  fromMs: number;
  toMs: number;
}

/**
 * What an exchange spent its time on, in order and without gaps. What did not happen (a reused connection has no look-up)
 * has no phase. `nowMs` ends the last phase of one that runs.
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

/** What an exchange was doing after its last mark. */
function nextKind({ headersMs, sentMs, tlsMs, connectMs, dnsMs }: Timeline): Phase['kind'] {
  if (headersMs !== null) return 'receive';
  if (sentMs !== null) return 'wait';
  if (tlsMs !== null) return 'send';
  return connectMs !== null || dnsMs !== null ? 'connect' : 'wait';
}

/** Where a stretch stands on an axis, in percent; never thinner than can be seen. */
export function placeOn(
  axis: { fromAt: number; toAt: number },
  from: number,
  to: number,
): { left: number; width: number } {
  const span = Math.max(1, axis.toAt - axis.fromAt);
  const left = Math.min(100, Math.max(0, ((from - axis.fromAt) / span) * 100));
  return { left, width: Math.min(100 - left, Math.max(0, ((to - from) / span) * 100)) };
}

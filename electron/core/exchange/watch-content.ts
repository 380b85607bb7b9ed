import { placeName } from '../http/network-failure.ts';
import type { HttpResponse } from '../http/response.ts';
import { stalled } from '../http/response-failure.ts';
import type { OutgoingRequest } from '../http/send.ts';
import type { Clock } from '../ports.ts';
import { ContentClock } from './content-clock.ts';
import type { LiveRun } from './live-run.ts';

interface Watched {
  clock: Clock;
  live: Pick<LiveRun, 'emit'>;
  wire: Pick<OutgoingRequest, 'to' | 'deadlines'>;
}

/** Ends a response whose connection is alive and whose content is not, and says meanwhile how long it has been silent. */
export function watchContent(answer: Pick<HttpResponse, 'stop'>, { clock, live, wire }: Watched): ContentClock {
  const { headersMs, idleMs } = wire.deadlines;
  // Gateways that keep a connection alive send the headers at once, and the first content when their provider has some.
  const limits = { firstMs: Math.max(headersMs, idleMs), nextMs: idleMs };
  return new ContentClock(clock, limits, {
    onSilent: (silence) => live.emit({ type: 'progress', stage: 'receiving', silence }),
    onStall: (silence, limitMs) => answer.stop(stalled(placeName(wire.to.host, wire.to.port), silence, limitMs)),
  });
}

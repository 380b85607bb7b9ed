import type { OutgoingRequest, Sender } from '../http/send.ts';
import type { SocketPool } from '../http/socket-pool.ts';
import type { Clock } from '../ports.ts';
import type { LiveRun } from './live-run.ts';
import type { TimelineRecorder } from './timeline.ts';

interface SenderInput {
  live: Pick<LiveRun, 'emit' | 'signal'>;
  pool: SocketPool;
  clock: Clock;
}

/** Interval between two reports of an upload's progress. */
const progressMs = 80;

/** Returns the sender of one attempt: its marks go to the timeline, its progress to the followers. */
export function openSender({ live, pool, clock }: SenderInput, times: TimelineRecorder, wire: OutgoingRequest): Sender {
  const totalBytes = wire.body?.sizeBytes ?? 0;
  let reportedMs = Number.NEGATIVE_INFINITY;
  return {
    pool,
    clock,
    signal: live.signal,
    mark(what) {
      times.mark(what);
      if (what === 'sent') live.emit({ type: 'progress', stage: 'waiting', sentBytes: totalBytes, totalBytes });
    },
    onConnected(wireBytes) {
      times.countWith(wireBytes);
      live.emit({ type: 'progress', stage: 'sending', sentBytes: 0, totalBytes });
    },
    onSent(sentBytes) {
      const now = clock.monotonic();
      if (now - reportedMs < progressMs || sentBytes === totalBytes) return;
      reportedMs = now;
      live.emit({ type: 'progress', stage: 'sending', sentBytes, totalBytes });
    },
  };
}

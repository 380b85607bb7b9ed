import { formatDuration, formatSize } from '#shared/format.ts';
import type { Part } from '#shared/protocol/part.ts';

type Progress = Extract<Part, { type: 'progress' }>;

/** A smaller upload is over before anyone could read its progress. */
const shownFromBytes = 256 * 1024;

/** A rate over less time than this is a guess. */
const paceAfterMs = 500;

/**
 * Returns the progress of one run as a line for the user: what is sent and received, with rate and time left.
 *
 * @param now a clock in milliseconds.
 */
export function createProgressLine(now: () => number = () => performance.now()): (part: Progress) => string {
  let sendingSinceMs: number | null = null;

  const sending = (sentBytes: number, totalBytes: number): string => {
    sendingSinceMs ??= now();
    const elapsedMs = now() - sendingSinceMs;
    const part = `${Math.floor((sentBytes * 100) / totalBytes)} %`;
    const done = `sending ${formatSize(sentBytes)} of ${formatSize(totalBytes)} · ${part}`;
    if (elapsedMs < paceAfterMs || sentBytes === 0) return done;
    const bytesPerSecond = (sentBytes * 1000) / elapsedMs;
    return `${done} · ${formatSize(bytesPerSecond)}/s · ${formatDuration(((totalBytes - sentBytes) * 1000) / bytesPerSecond)} left`;
  };

  return ({ stage, sentBytes = 0, receivedBytes, totalBytes, silence }) => {
    if (silence)
      return `no new content for ${formatDuration(silence.contentMs)} · last byte ${formatDuration(silence.bytesMs)} ago`;
    if (stage === 'sending' && totalBytes !== undefined && totalBytes >= shownFromBytes)
      return sending(sentBytes, totalBytes);
    if (stage === 'waiting') return 'waiting for the response';
    if (stage !== 'receiving' || receivedBytes === undefined) return stage;
    return `receiving ${formatSize(receivedBytes)}${totalBytes === undefined ? '' : ` of ${formatSize(totalBytes)}`}`;
  };
}

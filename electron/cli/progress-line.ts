import type { Part } from '#shared/routes/part.ts';

type Progress = Extract<Part, { type: 'progress' }>;

/** Below this an upload is over before anybody could read how far it is. */
const shownFromBytes = 256 * 1024;

/** A pace over less than this is a guess. */
const paceAfterMs = 500;

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

const duration = (seconds: number): string =>
  seconds < 120 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} min`;

/**
 * How far one run is, as a line for a person: what is sent and received with pace and time left.
 *
 * @param now a clock in milliseconds.
 */
export function createProgressLine(now: () => number = () => performance.now()): (part: Progress) => string {
  let sendingSinceMs: number | null = null;

  const sending = (sentBytes: number, totalBytes: number): string => {
    sendingSinceMs ??= now();
    const elapsedMs = now() - sendingSinceMs;
    const part = `${Math.floor((sentBytes * 100) / totalBytes)} %`;
    const done = `sending ${megabytes(sentBytes)} of ${megabytes(totalBytes)} MB · ${part}`;
    if (elapsedMs < paceAfterMs || sentBytes === 0) return done;
    const bytesPerSecond = (sentBytes * 1000) / elapsedMs;
    return `${done} · ${megabytes(bytesPerSecond)} MB/s · ${duration((totalBytes - sentBytes) / bytesPerSecond)} left`;
  };

  return ({ stage, sentBytes = 0, receivedBytes, totalBytes }) => {
    if (stage === 'sending' && totalBytes !== undefined && totalBytes >= shownFromBytes)
      return sending(sentBytes, totalBytes);
    if (stage === 'waiting') return 'waiting for the answer';
    if (stage !== 'receiving' || receivedBytes === undefined) return stage;
    return `receiving ${megabytes(receivedBytes)}${totalBytes === undefined ? '' : ` of ${megabytes(totalBytes)}`} MB`;
  };
}

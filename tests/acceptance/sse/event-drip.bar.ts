import { Buffer } from 'node:buffer';
import { EventDecoder } from '#core/readers/sse.ts';
import type { Bar } from '../bar.ts';

const mebibyte = 1024 * 1024;
const short = 160;
/** Length of the longest line of the drip; the decoder's own limit is slightly higher. */
const longest = mebibyte - 1024;

/** One event as a single line of about this many bytes. */
const eventOf = (bytes: number) => Buffer.from(`data: {"choices":[{"delta":{"content":"${'x'.repeat(bytes)}"}}]}\n\n`);

function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Milliseconds of this thread for this many bytes, one at a time, in events of this length; throws when an event is missing. */
function drip(bytes: number, lineBytes = short): number {
  let seen = 0;
  const event = eventOf(lineBytes);
  const one = Buffer.alloc(1);
  const events = Math.floor(bytes / event.length);
  const decoder = new EventDecoder(() => {
    seen += 1;
  }, mebibyte);
  const tookMs = cpuMs(() => {
    for (let count = 0; count < events; count += 1)
      for (const byte of event) {
        one[0] = byte;
        decoder.push(one);
      }
  });
  if (seen !== events) throw new Error(`${seen} of ${events} events were read`);
  return tookMs;
}

/** Sends an endless line in single bytes. Returns how far over the limit it got before it was rejected, and what the rest cost. */
function endless(limit: number): { overBytes: number; afterMs: number } {
  const one = Buffer.from('x');
  const decoder = new EventDecoder(() => {}, limit);
  let taken = 0;
  while (!decoder.tooLarge && taken < 2 * limit) {
    decoder.push(one);
    taken += 1;
  }
  const rest = Buffer.alloc(mebibyte, 'x');
  const afterMs = cpuMs(() => decoder.push(rest));
  return { overBytes: taken - limit, afterMs };
}

export const bar: Bar = {
  promise:
    'A stream of single bytes takes time proportional to its length, and an endless line is rejected at its limit.',
  async run({ long }) {
    const bytes = (long ? 64 : 8) * mebibyte;
    drip(mebibyte);
    // The minimum of three: other load can only slow it down.
    const least = (...of: [bytes: number, lineBytes?: number]) => Math.min(drip(...of), drip(...of), drip(...of));
    // Other load can make one measurement 50% slower: the short form uses so much more input that quadratic growth is many
    // times its limit.
    const [times, mostTimes] = long ? [2, 2.2] : [8, 16];
    const [part, whole] = [least(bytes / times), least(bytes)];
    const ofLine = least(mebibyte, longest) / least(mebibyte);
    const { overBytes, afterMs } = endless(mebibyte);
    const isQuick = !long || (whole <= 10_000 && afterMs <= 10);
    return {
      figure: `${bytes / mebibyte} MiB in single bytes: ${whole.toFixed(0)} ms of CPU; ${times} times the bytes: ${(whole / part).toFixed(2)} x the time; a line of 1 MiB: ${ofLine.toFixed(2)} x the time of short lines; an endless line: rejected ${overBytes} bytes after the limit, ${afterMs.toFixed(1)} ms for another MiB`,
      held: whole <= mostTimes * part && ofLine <= 8 && overBytes <= 16 && isQuick,
      isRight: overBytes <= 16,
    };
  },
};

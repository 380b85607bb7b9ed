import { Buffer } from 'node:buffer';
import { EventDecoder } from '#core/readers/sse.ts';
import type { Bar } from './bar.ts';

const mebibyte = 1024 * 1024;
const event = Buffer.from(`data: {"choices":[{"delta":{"content":"${'word '.repeat(20)}"}}]}\n\n`);

function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Milliseconds of this thread for so many bytes in single ones; throws when an event is missing. */
function drip(bytes: number): number {
  let seen = 0;
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

/** A line without end in single bytes. How far over the limit it got before it was given up, and what the rest cost. */
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
  id: 'B04',
  promise:
    'A stream in single bytes costs time in step with its length, and a line without end is given up at its limit.',
  async run({ long }) {
    const bytes = (long ? 64 : 4) * mebibyte;
    drip(mebibyte);
    // The least of three: other work can only make it slower.
    const least = (size: number) => Math.min(drip(size), drip(size), drip(size));
    const [half, whole] = [least(bytes / 2), least(bytes)];
    const { overBytes, afterMs } = endless(mebibyte);
    const isQuick = !long || (whole <= 10_000 && afterMs <= 10);
    return {
      figure: `${bytes / mebibyte} MiB in single bytes ${whole.toFixed(0)} ms of CPU, twice the bytes ${(whole / half).toFixed(2)} x the time; a line of more than 1 MiB given up ${overBytes} bytes after the limit, and 1 MiB more of it cost ${afterMs.toFixed(1)} ms`,
      held: whole <= 2.2 * half && overBytes <= 16 && isQuick,
    };
  },
};

import type { Timeline } from '#shared/protocol/part.ts';

/** Milliseconds of each stage; -1 for one that did not happen or is not known. */
export interface HarTimings {
  blocked: number;
  dns: number;
  /** With `ssl`, as HAR has it. */
  connect: number;
  ssl: number;
  send: number;
  wait: number;
  receive: number;
}

/** Thousandths of a millisecond are more than a clock tells. */
const rounded = (ms: number) => Math.round(ms * 1000) / 1000;

/**
 * The stages of an exchange as HAR counts them. All but `ssl`, which is part of `connect`, add up to the whole time; the
 * stage in which an exchange ended gets what was left, and `blocked` what came before a connection was looked for.
 */
export function harTimings(timeline: Timeline): { time: number; timings: HarTimings } {
  const end = timeline.endMs ?? latest(timeline);
  let at = 0;
  /** The time until a mark, which may not lie before an earlier one: an early answer comes while the request is sent. */
  const until = (mark: number | null): number => {
    const next = Math.min(Math.max(mark ?? at, at), end);
    const passed = next - at;
    at = next;
    return rounded(passed);
  };
  const { dnsMs, connectMs, tlsMs, sentMs, headersMs } = timeline;
  const isReused = connectMs === null && (sentMs !== null || headersMs !== null);
  const dns = dnsMs === null ? -1 : until(dnsMs);
  const secured = tlsMs ?? connectMs;
  const isConnected = secured !== null;
  const ssl = tlsMs !== null && connectMs !== null ? rounded(Math.max(0, tlsMs - connectMs)) : -1;
  let connect = isConnected ? until(secured) : -1;
  let blocked = -1;
  // It ended while it looked for a connection.
  if (!isConnected && !isReused) {
    if (dnsMs === null) blocked = until(end);
    else connect = until(end);
  }
  const isAnswered = headersMs !== null;
  const send = isConnected || isReused ? until(sentMs ?? (isAnswered ? headersMs : end)) : 0;
  const wait = until(isAnswered ? headersMs : end);
  const receive = until(end);
  return { time: rounded(end), timings: { blocked, dns, connect, ssl, send, wait, receive } };
}

/** The last thing that is known of an exchange that still runs. */
const latest = ({ dnsMs, connectMs, tlsMs, sentMs, headersMs, firstByteMs, firstTokenMs }: Timeline) =>
  Math.max(0, dnsMs ?? 0, connectMs ?? 0, tlsMs ?? 0, sentMs ?? 0, headersMs ?? 0, firstByteMs ?? 0, firstTokenMs ?? 0);

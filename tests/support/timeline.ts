import type { Timeline } from '#shared/protocol/part.ts';

/** Returns a timeline on which nothing has happened except what is `known`. */
export const timelineWith = (known: Partial<Timeline> = {}): Timeline => ({
  startedAt: 0,
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
  sentMs: null,
  headersMs: null,
  firstByteMs: null,
  firstTokenMs: null,
  endMs: null,
  chunks: 0,
  longestGapMs: null,
  sentBytes: 0,
  receivedBytes: 0,
  ...known,
});

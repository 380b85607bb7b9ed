import type { ChunkMark, ExchangeDetail } from '#shared/contract/exchanges.ts';
import type { Timeline } from '#shared/protocol/part.ts';
import { deadlinesFor, routes } from '#shared/protocol/table.ts';

/** One bar of the timeline; positions are milliseconds after the start. */
export interface TimelineBar {
  kind: 'connect' | 'sent' | 'waiting' | 'parts' | 'silence' | 'end';
  fromMs: number;
  toMs: number;
}

/** A pause counts as silence when it is this long and this large a share of the whole. */
const silenceMs = 1000;
const silenceShare = 0.15;

/** Returns the end of what is drawn: the exchange's end, or the last known event of a running one. */
export function spanMs(timeline: Timeline, chunks: readonly ChunkMark[]): number {
  const known = [timeline.sentMs, timeline.headersMs, timeline.firstByteMs, timeline.endMs, chunks.at(-1)?.atMs];
  return Math.max(1, ...known.map((ms) => ms ?? 0));
}

/** Returns the bars of an exchange in order of time, as far as it has progressed. What did not happen has no bar. */
export function timelineBars(timeline: Timeline, chunks: readonly ChunkMark[]): TimelineBar[] {
  const bars: TimelineBar[] = [];
  const connected = timeline.tlsMs ?? timeline.connectMs ?? timeline.dnsMs;
  if (connected !== null) bars.push({ kind: 'connect', fromMs: 0, toMs: connected });
  if (timeline.sentMs !== null) bars.push({ kind: 'sent', fromMs: connected ?? 0, toMs: timeline.sentMs });
  if (timeline.headersMs !== null)
    bars.push({ kind: 'waiting', fromMs: timeline.sentMs ?? connected ?? 0, toMs: timeline.headersMs });
  const first = chunks[0]?.atMs ?? timeline.firstByteMs;
  const last = chunks.at(-1)?.atMs ?? timeline.endMs;
  if (first !== null && first !== undefined) bars.push({ kind: 'parts', fromMs: first, toMs: last ?? first });
  bars.push(...silences(timeline, chunks));
  if (timeline.endMs !== null) bars.push({ kind: 'end', fromMs: timeline.endMs, toMs: timeline.endMs });
  return bars;
}

/** Where the note of a bar is drawn, and its available width, in percent of the lane. */
export interface NotePlace {
  side: 'before' | 'behind' | 'over';
  percent: number;
}

/** A silence this wide contains its own note; any other bar does where neither side has room. Percent of the lane. */
const wideSilence = 35;
const leastRoom = 20;

/** Returns the roomier side of the bar, so that a note is cut only at its end. */
export function notePlace({ kind, fromMs, toMs }: TimelineBar, span: number): NotePlace {
  const left = (fromMs / span) * 100;
  const right = (toMs / span) * 100;
  const over: NotePlace = { side: 'over', percent: right - left };
  if (kind === 'silence' && over.percent >= wideSilence) return over;
  const beside: NotePlace =
    100 - right >= left ? { side: 'behind', percent: 100 - right } : { side: 'before', percent: left };
  return beside.percent >= leastRoom ? beside : over;
}

/** Returns long pauses between two chunks, and before a late end. */
function silences(timeline: Timeline, chunks: readonly ChunkMark[]): TimelineBar[] {
  const span = spanMs(timeline, chunks);
  const moments = [...chunks.map(({ atMs }) => atMs), ...(timeline.endMs === null ? [] : [timeline.endMs])];
  return moments
    .slice(1)
    .map((toMs, index): TimelineBar => ({ kind: 'silence', fromMs: moments[index] as number, toMs }))
    .filter(({ fromMs, toMs }) => toMs - fromMs >= Math.max(silenceMs, span * silenceShare));
}

/** Returns round tick values for the scale, at most six, never closer to the end than a label is wide. */
export function scaleMarks(span: number): number[] {
  const step = niceStep(span / 5);
  const count = Math.ceil((span * 0.88) / step);
  return Array.from({ length: count }, (_, index) => Number((index * step).toPrecision(6)));
}

function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1e-3)));
  return ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10) * power;
}

/** The three signs that tell a complete response from a broken one; `null` where it cannot be determined (yet). */
interface EndChecks {
  firstByteInTime: boolean | null;
  finishReason: string | null;
  /** A finish reason is expected of answers that are generated. */
  expectsFinish: boolean;
  endMark: boolean | null;
}

/** @param kinds counts of the exchange's event kinds. */
export function endChecks(exchange: ExchangeDetail, kinds: Readonly<Record<string, number>>): EndChecks {
  const route = routes[exchange.routeId];
  const isStream = exchange.response?.mediaType?.includes('event-stream') ?? false;
  // Exchanges of earlier releases did not record the limits that were in force.
  const inForce = exchange.deadlines.find(({ name }) => name === 'headersMs');
  const limitMs = inForce ? (inForce.ms ?? Number.POSITIVE_INFINITY) : deadlinesFor(route, isStream).headersMs;
  const { headersMs, sentMs } = exchange.timeline;
  const hasEnded = exchange.state !== 'running';
  return {
    firstByteInTime: headersMs === null ? (hasEnded ? false : null) : headersMs - (sentMs ?? 0) <= limitMs,
    finishReason: exchange.finishReason,
    expectsFinish: ['chat', 'responses', 'native'].includes(route.reader),
    endMark: isStream && hasEnded && route.reader === 'chat' ? (kinds['end-mark'] ?? 0) > 0 : null,
  };
}

import type { TranscriptSegment, TranscriptWord } from '#shared/protocol/part.ts';
import { asObjects, asText, type JsonObject } from '../intake/json-value.ts';

/** Seconds as a number, or as text with or without its unit: some services write `"8.47"`. `null` when it is neither. */
export function secondsOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : null;
  const match = typeof value === 'string' ? /^(\d{1,9}(?:\.\d{1,20})?)(?:\s*s)?$/.exec(value.trim()) : null;
  return match ? Number(match[1]) : null;
}

/** One segment of a transcript; `null` when there is no text in it. */
export function segmentOf(record: JsonObject): TranscriptSegment | null {
  if (typeof record.text !== 'string') return null;
  return {
    start: secondsOf(record.start),
    end: secondsOf(record.end),
    text: record.text,
    speaker: asText(record.speaker),
  };
}

export const segmentsOf = (value: unknown): TranscriptSegment[] =>
  asObjects(value)
    .map(segmentOf)
    .filter((segment) => segment !== null);

export const transcriptWords = (value: unknown): TranscriptWord[] =>
  asObjects(value).flatMap((record) => {
    const word = asText(record.word) ?? asText(record.text);
    return word === null ? [] : [{ word, start: secondsOf(record.start), end: secondsOf(record.end) }];
  });

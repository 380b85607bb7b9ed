import type { TranscriptSegment, TranscriptWord } from '#shared/protocol/part.ts';
import { type AudioCall, isGood, type TranscribeRun } from './audio-document.ts';
import { readSubtitles, writeSrt, writeVtt } from './subtitles.ts';

/** What was understood of a whole sound. */
export interface Transcript extends JoinedText {
  language: string | null;
  /** The answer as it came, where it was one answer and no JSON. */
  asCame: { format: 'srt' | 'vtt' | 'text'; text: string } | null;
}

/** The times of a call are all known; nothing to draw on the wave otherwise. */
export const isTimed = ({ segments, words }: JoinedText): boolean =>
  segments.some(({ start }) => start !== null) || words.length > 0;

/** One call as text and segments: subtitles are read into segments. */
function transcribedIn(call: AudioCall): { text: string; segments: TranscriptSegment[]; words: TranscriptWord[] } {
  const subtitles = call.segments.length === 0 && call.text.includes('-->') ? readSubtitles(call.text) : [];
  if (subtitles.length === 0) return call;
  return { text: subtitles.map(({ text }) => text).join(' '), segments: subtitles, words: call.words };
}

/** What a run has brought so far. */
export function transcriptOf({ calls, overlap }: TranscribeRun): Transcript {
  const transcript = calls.filter((call) => call.text !== '' || call.segments.length > 0);
  const parts = transcript.map((call) => ({
    offset: call.order.kind === 'hear' ? call.order.offset : 0,
    ...transcribedIn(call),
  }));
  const [only] = parts;
  const joined: JoinedText =
    parts.length === 1 && only?.offset === 0
      ? { text: only.text, segments: [...only.segments], words: [...only.words] }
      : joinParts(parts, overlap);
  return {
    ...joined,
    segments: joined.segments.length > 0 ? joined.segments : segmentsOfWords(joined.words),
    language: transcript.find(({ language }) => language !== null)?.language ?? null,
    asCame: calls.length === 1 && transcript[0] && isGood(transcript[0]) ? formatOf(transcript[0].text) : null,
  };
}

function formatOf(text: string): Transcript['asCame'] {
  if (/^\uFEFF?WEBVTT/.test(text)) return { format: 'vtt', text };
  return text.includes('-->') ? { format: 'srt', text } : null;
}

/** Where only words came with times, they are shown in lines of a few seconds. */
function segmentsOfWords(words: readonly TranscriptWord[]): TranscriptSegment[] {
  const lines: TranscriptSegment[] = [];
  for (const { word, start, end } of words) {
    const last = lines.at(-1);
    const isNew = !last || /[.!?]$/.test(last.text) || (start ?? 0) - (last.start ?? 0) > 8;
    if (isNew) lines.push({ start, end, text: word, speaker: null });
    else Object.assign(last, { end, text: `${last.text} ${word}` });
  }
  return lines;
}

export type ExportFormat = 'txt' | 'srt' | 'vtt' | 'json';

/** A transcript as a file. What came in the wanted format is passed through as it came. */
export function writeTranscript(transcript: Transcript, format: ExportFormat): string {
  const { asCame, text, segments, words, language } = transcript;
  if (asCame?.format === format) return asCame.text.endsWith('\n') ? asCame.text : `${asCame.text}\n`;
  if (format === 'srt') return writeSrt(segments);
  if (format === 'vtt') return writeVtt(segments);
  return format === 'txt' ? `${text.trim()}\n` : `${JSON.stringify({ language, text, segments, words }, null, 2)}\n`;
}

/** What one part of a sound was understood as; times in seconds from the beginning of the part. */
interface PartText {
  /** Seconds from the beginning of the whole sound. */
  offset: number;
  text: string;
  segments: readonly TranscriptSegment[];
  words: readonly TranscriptWord[];
}

interface JoinedText {
  text: string;
  segments: TranscriptSegment[];
  words: TranscriptWord[];
}

/** Words at a seam that are compared; more than the longest overlap holds. */
const seamWords = 60;

const bare = (word: string) => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Joins two texts whose ends overlap: the longest run of equal words in the end of the first and the beginning of the
 * second is written once. A word that was cut in two lies outside of that run, and is left out. Without any equal words
 * the texts just follow each other.
 */
export function joinTexts(first: string, second: string): string {
  const before = first.split(/\s+/).filter(Boolean);
  const after = second.split(/\s+/).filter(Boolean);
  if (before.length === 0 || after.length === 0) return [...before, ...after].join(' ');
  const tail = before.slice(-seamWords).map(bare);
  const head = after.slice(0, seamWords).map(bare);
  let best = { length: 0, tailEnd: 0, headEnd: 0, score: 0 };
  for (let i = 0; i < tail.length; i += 1)
    for (let j = 0; j < head.length; j += 1) {
      let length = 0;
      while (tail[i + length] && tail[i + length] === head[j + length]) length += 1;
      // Of runs of the same length the one that leaves out least.
      const score = length * 4 - (tail.length - i - length) - j;
      if (length > 0 && score > best.score) best = { length, tailEnd: i + length, headEnd: j + length, score };
    }
  if (best.length === 0) return `${before.join(' ')} ${after.join(' ')}`;
  const kept = before.slice(0, before.length - tail.length + best.tailEnd);
  return [...kept, ...after.slice(best.headEnd)].join(' ');
}

/**
 * Joins the parts of a sound that was sent in overlapping parts. Times become those of the whole; in the stretch that two
 * parts share, the first one counts up to its middle and the second from there.
 *
 * @param overlap seconds that neighbouring parts share.
 */
export function joinParts(parts: readonly PartText[], overlap: number): JoinedText {
  const bounds = parts.map(({ offset }, at) => ({
    from: at === 0 ? Number.NEGATIVE_INFINITY : offset + overlap / 2,
    to: at === parts.length - 1 ? Number.POSITIVE_INFINITY : (parts[at + 1]?.offset ?? 0) + overlap / 2,
  }));
  const moved = <T extends { start: number | null; end: number | null }>(items: readonly T[], at: number): T[] => {
    const { offset = 0 } = parts[at] ?? {};
    const { from, to } = bounds[at] ?? { from: 0, to: 0 };
    return items
      .map((item) => ({
        ...item,
        start: item.start === null ? null : item.start + offset,
        end: item.end === null ? null : item.end + offset,
      }))
      .filter(({ start, end }) => {
        const middle = start === null ? null : (start + (end ?? start)) / 2;
        return middle === null || (middle >= from && middle < to);
      });
  };
  const words = parts.flatMap((part, at) => moved(part.words, at));
  const text = parts.reduce((joined, part) => joinTexts(joined, part.text), '');
  return { text, words, segments: mendSeams(joinSegments(parts, bounds, moved), parts) };
}

/** Whole segments are long: one that reaches over a seam is kept where it begins, and its end is cut out of the next. */
function joinSegments(
  parts: readonly PartText[],
  bounds: readonly { from: number; to: number }[],
  moved: (items: readonly TranscriptSegment[], at: number) => TranscriptSegment[],
): TranscriptSegment[] {
  return parts.flatMap((part, at) => {
    const { from = 0, to = 0 } = bounds[at] ?? {};
    const own = part.words.length > 0 ? moved(part.words.map(asSegment), at) : [];
    return part.segments.flatMap((segment) => {
      if (segment.start === null || segment.end === null) return [segment];
      const start = segment.start + part.offset;
      const end = segment.end + part.offset;
      if (end <= from || start >= to) return [];
      if (start >= from && end <= to) return [{ ...segment, start, end }];
      const inside = own.filter((word) => (word.start ?? 0) >= start - 0.01 && (word.end ?? 0) <= end + 0.01);
      if (inside.length === 0) return moved([segment], at);
      return [
        {
          ...segment,
          start: Math.max(start, inside[0]?.start ?? start),
          end: Math.min(end, inside.at(-1)?.end ?? end),
          text: inside.map(({ text }) => text.trim()).join(' '),
        },
      ];
    });
  });
}

const isSentence = (text: string) => /[.!?…。！？]["')\]»”]*$/.test(text.trim());
/** Longer silence than this at a seam is the end of what was said, in seconds. */
const longestSeamGap = 1;

/** What was cut in two by a seam becomes one segment again: the first half ends at the seam, and in no sentence's end. */
function mendSeams(segments: readonly TranscriptSegment[], parts: readonly PartText[]): TranscriptSegment[] {
  const seams = parts.slice(1).map(({ offset }) => offset);
  const mended: TranscriptSegment[] = [];
  for (const segment of segments) {
    const last = mended.at(-1);
    const isCut =
      last !== undefined &&
      last.end !== null &&
      segment.start !== null &&
      last.speaker === segment.speaker &&
      !isSentence(last.text) &&
      segment.start - last.end < longestSeamGap &&
      seams.some((seam) => (last.start ?? 0) < seam && (segment.end ?? 0) > seam);
    if (!isCut) mended.push(segment);
    else mended[mended.length - 1] = { ...last, end: segment.end, text: `${last.text.trim()} ${segment.text.trim()}` };
  }
  return mended;
}

const asSegment = ({ word, start, end }: TranscriptWord): TranscriptSegment => ({
  start,
  end,
  text: word,
  speaker: null,
});

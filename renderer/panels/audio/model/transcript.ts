import type { TranscriptSegment, TranscriptWord } from '#shared/protocol/part.ts';
import { type AudioCall, isSuccessful, type TranscribeRun } from './audio-document.ts';

/** The transcript of a whole audio file. */
export interface Transcript extends JoinedText {
  language: string | null;
  /** The response unchanged, where there was only one and it was not JSON. */
  verbatim: { format: 'srt' | 'vtt' | 'text'; text: string } | null;
}

/** Returns true if all times of a call are known; otherwise nothing is drawn on the waveform. */
export const isTimed = ({ segments, words }: JoinedText): boolean =>
  segments.some(({ start }) => start !== null) || words.length > 0;

/** Returns one call as text and segments; subtitles are parsed into segments. */
function transcribedIn(call: AudioCall): { text: string; segments: TranscriptSegment[]; words: TranscriptWord[] } {
  const subtitles = call.segments.length === 0 && call.text.includes('-->') ? readSubtitles(call.text) : [];
  if (subtitles.length === 0) return call;
  return { text: subtitles.map(({ text }) => text).join(' '), segments: subtitles, words: call.words };
}

/** Returns what a run has produced so far. */
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
    verbatim: calls.length === 1 && transcript[0] && isSuccessful(transcript[0]) ? formatOf(transcript[0].text) : null,
  };
}

function formatOf(text: string): Transcript['verbatim'] {
  if (/^\uFEFF?WEBVTT/.test(text)) return { format: 'vtt', text };
  return text.includes('-->') ? { format: 'srt', text } : null;
}

/** Groups words into lines of a few seconds, for responses that have times for words only. */
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

/**
 * Returns a transcript as the content of a file. A response already in the requested format is passed through
 * unchanged.
 */
export function writeTranscript(transcript: Transcript, format: ExportFormat): string {
  const { verbatim, text, segments, words, language } = transcript;
  if (verbatim?.format === format) return verbatim.text.endsWith('\n') ? verbatim.text : `${verbatim.text}\n`;
  if (format === 'srt') return writeSrt(segments);
  if (format === 'vtt') return writeVtt(segments);
  return format === 'txt' ? `${text.trim()}\n` : `${JSON.stringify({ language, text, segments, words }, null, 2)}\n`;
}

/** The transcript of one part; times in seconds from the beginning of the part. */
interface PartText {
  /** Seconds from the beginning of the whole audio. */
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

/** Words compared at a seam; more than the longest overlap contains. */
const seamWords = 60;

const bare = (word: string) => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Joins two texts whose ends overlap: the longest run of equal words at the end of the first and the beginning of the
 * second is written once. A word that was cut in two is outside that run and is dropped. Without any equal words the
 * texts are just concatenated.
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
      // Among runs of the same length, prefer the one that drops the fewest words.
      const score = length * 4 - (tail.length - i - length) - j;
      if (length > 0 && score > best.score) best = { length, tailEnd: i + length, headEnd: j + length, score };
    }
  if (best.length === 0) return `${before.join(' ')} ${after.join(' ')}`;
  const unchanged = before.slice(0, before.length - tail.length + best.tailEnd);
  return [...unchanged, ...after.slice(best.headEnd)].join(' ');
}

/**
 * Joins the transcripts of audio that was sent in overlapping parts. Times become those of the whole; in the stretch
 * that two parts share, the first one counts up to its middle and the second from there.
 *
 * @param overlap seconds that neighboring parts share.
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
  return { text, words, segments: rejoinSegments(joinSegments(parts, bounds, moved), parts) };
}

/**
 * Cuts segments at the seams. Whole segments are long: one that crosses a seam is kept where it begins, and its end is
 * cut from the next part.
 */
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
/** Seconds of silence at a seam above which the sentence is taken to have ended. */
const longestSeamGap = 1;

/** Rejoins segments that a seam cut in two: the first half ends at the seam and does not end a sentence. */
function rejoinSegments(segments: readonly TranscriptSegment[], parts: readonly PartText[]): TranscriptSegment[] {
  const seams = parts.slice(1).map(({ offset }) => offset);
  const rejoined: TranscriptSegment[] = [];
  for (const segment of segments) {
    const last = rejoined.at(-1);
    const isCut =
      last !== undefined &&
      last.end !== null &&
      segment.start !== null &&
      last.speaker === segment.speaker &&
      !isSentence(last.text) &&
      segment.start - last.end < longestSeamGap &&
      seams.some((seam) => (last.start ?? 0) < seam && (segment.end ?? 0) > seam);
    if (!isCut) rejoined.push(segment);
    else
      rejoined[rejoined.length - 1] = { ...last, end: segment.end, text: `${last.text.trim()} ${segment.text.trim()}` };
  }
  return rejoined;
}

const asSegment = ({ word, start, end }: TranscriptWord): TranscriptSegment => ({
  start,
  end,
  text: word,
  speaker: null,
});

const timing = /(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})\s*-->\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})/;

/** Parses SRT and VTT into segments; empty when the text is neither. */
export function readSubtitles(text: string): TranscriptSegment[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const lines = block.split('\n');
      const at = lines.findIndex((line) => timing.test(line));
      const found = timing.exec(lines[at] ?? '');
      if (!found) return [];
      const seconds = (first: number) =>
        Number(found[first] ?? 0) * 3600 +
        Number(found[first + 1]) * 60 +
        Number(found[first + 2]) +
        Number((found[first + 3] ?? '0').padEnd(3, '0')) / 1000;
      const cueText = lines
        .slice(at + 1)
        .join(' ')
        .trim();
      const speaker = /^<v(?:\.\S+)? ([^>]+)>/.exec(cueText)?.[1] ?? null;
      return [{ start: seconds(1), end: seconds(5), text: cueText.replace(/<[^<>]*>/g, ''), speaker }];
    });
}

function clock(seconds: number, mark: ',' | '.'): string {
  const ms = Math.max(0, Math.round(seconds * 1000));
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}${mark}${String(ms % 1000).padStart(3, '0')}`;
}

/** Fills in missing times of segments from their neighbors. */
function timed(segments: readonly TranscriptSegment[]) {
  return segments.map(({ start, end, text, speaker }, at) => {
    const from = start ?? segments[at - 1]?.end ?? 0;
    return { from, to: end ?? segments[at + 1]?.start ?? from + 2, text: text.trim(), speaker };
  });
}

export const writeSrt = (segments: readonly TranscriptSegment[]): string =>
  timed(segments)
    .map(
      ({ from, to, text, speaker }, at) =>
        `${at + 1}\n${clock(from, ',')} --> ${clock(to, ',')}\n${speaker ? `${speaker}: ` : ''}${text}\n`,
    )
    .join('\n');

export const writeVtt = (segments: readonly TranscriptSegment[]): string =>
  `WEBVTT\n\n${timed(segments)
    .map(
      ({ from, to, text, speaker }) =>
        `${clock(from, '.')} --> ${clock(to, '.')}\n${speaker ? `<v ${speaker}>` : ''}${text}\n`,
    )
    .join('\n')}`;

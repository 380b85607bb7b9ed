import type { TranscriptSegment, TranscriptToken, TranscriptWord } from '#shared/protocol/part.ts';
import { type AudioCall, isSuccessful, type TranscribeRun } from './audio-document.ts';
import { readSubtitles, writeSrt, writeVtt } from './subtitles.ts';
import { comparable, gapAfter, wordPattern } from './words.ts';

/** The transcript of a whole audio file. */
export interface Transcript extends JoinedText {
  language: string | null;
  /** The response unchanged, where there was only one and it was not JSON. */
  verbatim: { format: 'srt' | 'vtt' | 'text'; text: string } | null;
  /** The text in tokens with their probabilities, where all of it is known so. */
  tokens?: TranscriptToken[];
}

/** Returns true if all times of a call are known; otherwise nothing is drawn on the waveform. */
export const isTimed = ({ segments, words }: JoinedText): boolean =>
  segments.some(({ start }) => start !== null) || words.length > 0;

/** Probability below which text is marked as uncertain. */
export const unsureBelow = 0.6;

/** Returns the confidence of several tokens as models state it for a segment: the mean of their log probabilities. */
export const meanConfidence = (tokens: readonly TranscriptToken[]): number =>
  Math.exp(tokens.reduce((sum, { confidence }) => sum + Math.log(Math.max(confidence, 1e-9)), 0) / tokens.length);

/** Returns one call as text and segments; subtitles are parsed into segments. */
function transcribedIn(call: AudioCall): { text: string; segments: TranscriptSegment[]; words: TranscriptWord[] } {
  const subtitles = call.segments.length === 0 && call.text.includes('-->') ? readSubtitles(call.text) : [];
  if (subtitles.length === 0) return call;
  return { text: joinWords(subtitles.map(({ text }) => text)), segments: subtitles, words: call.words };
}

/** Returns the words of subtitles; any other text unchanged. */
export function spokenWords(text: string): string {
  const subtitles = text.includes('-->') ? readSubtitles(text) : [];
  return subtitles.length > 0 ? joinWords(subtitles.map((line) => line.text)) : text;
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
  const tokens = calls.length === 1 ? transcript[0]?.tokens : undefined;
  const isWhole =
    tokens
      ?.map(({ text }) => text)
      .join('')
      .trim() === joined.text.trim();
  return {
    ...joined,
    ...(tokens && isWhole && { tokens }),
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
    else Object.assign(last, { end, text: joinWords([last.text, word]) });
  }
  return lines;
}

/** Seconds that a word may begin before its segment: times are rounded. */
const slack = 0.05;

/** Gives each word to the last segment that began before it. Both are in order of time. */
export function wordsBySegment({ segments, words }: Pick<Transcript, 'segments' | 'words'>): TranscriptWord[][] {
  const own: TranscriptWord[][] = segments.map(() => []);
  let at = 0;
  for (const word of words) {
    const start = word.start ?? Number.NEGATIVE_INFINITY;
    while ((segments[at + 1]?.start ?? Number.POSITIVE_INFINITY) <= start + slack) at += 1;
    own[at]?.push(word);
  }
  return own;
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

/** Joins words or sentences, with spaces where their script has them. */
export const joinWords = (words: readonly string[]): string =>
  words
    .map((word) => word.trim())
    .filter(Boolean)
    .map((word, at, all) => (at < all.length - 1 ? `${word}${gapAfter(word)}` : word))
    .join('');

/** Returns the words of a text as they are compared, and where each begins and ends. */
const placesOf = (text: string) =>
  [...text.matchAll(wordPattern)].map(({ 0: word, index }) => ({
    word: comparable(word, { ignoreCase: true, ignorePunctuation: true }),
    from: index,
    to: index + word.length,
  }));

/**
 * Joins two texts whose ends overlap: the longest run of equal words at the end of the first and the beginning of the
 * second is written once. A word that was cut in two is outside that run and is dropped. Without any equal words the
 * texts are just concatenated.
 */
export function joinTexts(first: string, second: string): string {
  const tail = placesOf(first).slice(-seamWords);
  const head = placesOf(second).slice(0, seamWords);
  let best = { tailEnd: first.length, headEnd: 0, score: 0 };
  for (let i = 0; i < tail.length; i += 1)
    for (let j = 0; j < head.length; j += 1) {
      let length = 0;
      while (tail[i + length]?.word && tail[i + length]?.word === head[j + length]?.word) length += 1;
      // Among runs of the same length, prefer the one that drops the fewest words.
      const score = length * 4 - (tail.length - i - length) - j;
      if (length > 0 && score > best.score)
        best = { tailEnd: tail[i + length - 1]?.to ?? 0, headEnd: head[j + length - 1]?.to ?? 0, score };
    }
  return joinWords([first.slice(0, best.tailEnd), second.slice(best.headEnd)]);
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
          text: joinWords(inside.map(({ text }) => text)),
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
    else rejoined[rejoined.length - 1] = { ...last, end: segment.end, text: joinWords([last.text, segment.text]) };
  }
  return rejoined;
}

const asSegment = ({ word, start, end }: TranscriptWord): TranscriptSegment => ({
  start,
  end,
  text: word,
  speaker: null,
});

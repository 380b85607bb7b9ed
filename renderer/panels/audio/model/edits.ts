import type { TranscriptSegment, TranscriptWord } from '#shared/protocol/part.ts';
import type { TranscriptEdits } from './audio-document.ts';
import { errorRate } from './error-rate.ts';
import { joinWords, type Transcript } from './transcript.ts';

/** A segment as it is shown, with its words. */
export interface TranscriptLine {
  /** Index of the segment. */
  at: number;
  segment: TranscriptSegment;
  /** Words that were inserted by hand have no times. */
  words: TranscriptWord[];
  /** The text of the model, where it was corrected. */
  original: string | null;
}

/** Returns the edits with the text of one segment, or of a transcript without any; the model's own text is no edit. */
export function withEdit(edits: TranscriptEdits, at: number | 'text', text: string, original: string): TranscriptEdits {
  const { [at]: _before, ...others } = edits;
  return text.trim() === original.trim() ? others : { ...others, [at]: text };
}

/** Returns the segments with their words and corrections. */
export function linesOf({ segments, words }: Transcript, edits: TranscriptEdits): TranscriptLine[] {
  const wordsOf = wordsBySegment(segments, words);
  return segments.map((segment, at) => {
    const own = wordsOf[at] ?? [];
    const text = edits[at]?.trim();
    if (text === undefined) return { at, segment, words: own, original: null };
    return { at, segment: { ...segment, text }, words: realigned(own, text), original: segment.text };
  });
}

/** Seconds that a word may begin before its segment: times are rounded. */
const slack = 0.05;

/** Gives each word to the last segment that began before it. Both are in order of time. */
function wordsBySegment(segments: readonly TranscriptSegment[], words: readonly TranscriptWord[]): TranscriptWord[][] {
  const own: TranscriptWord[][] = segments.map(() => []);
  let at = 0;
  for (const word of words) {
    const start = word.start ?? Number.NEGATIVE_INFINITY;
    while ((segments[at + 1]?.start ?? Number.POSITIVE_INFINITY) <= start + slack) at += 1;
    own[at]?.push(word);
  }
  return own;
}

const loosely = { ignoreCase: true, ignorePunctuation: true };
const withoutSpaces = (text: string) => text.replace(/\s/g, '');

/**
 * Gives corrected words the times of those they replace. Returns none where the words do not add up to the text: their
 * segment still has its times.
 */
function realigned(words: readonly TranscriptWord[], text: string): TranscriptWord[] {
  const { steps } = errorRate(words.map(({ word }) => word.trim()).join(' '), text, loosely);
  if (steps.filter(({ kind }) => kind !== 'insertion').length !== words.length) return [];
  let at = 0;
  const aligned = steps.flatMap(({ kind, transcribed }) => {
    if (kind === 'insertion') return [{ word: transcribed, start: null, end: null }];
    const word = words[at] as TranscriptWord;
    at += 1;
    return kind === 'deletion' ? [] : [{ ...word, word: transcribed }];
  });
  return withoutSpaces(aligned.map(({ word }) => word).join('')) === withoutSpaces(text) ? aligned : [];
}

/** Returns the transcript with its corrections and the original times; a segment that was emptied is left out. */
export function editedTranscript(transcript: Transcript, edits: TranscriptEdits): Transcript {
  if (Object.keys(edits).length === 0) return transcript;
  const lines = linesOf(transcript, edits).filter(({ segment }) => segment.text.trim() !== '');
  const { tokens: _ofTheModel, ...rest } = transcript;
  return {
    ...rest,
    text: edits.text?.trim() ?? editedText(transcript, edits) ?? joinWords(lines.map(({ segment }) => segment.text)),
    segments: lines.map(({ segment }) => segment),
    words: lines.flatMap(({ words }) => words),
    verbatim: null,
    edited: true,
  };
}

/** Replaces each corrected segment inside the text; `null` where the text does not contain the segments in order. */
function editedText({ text, segments }: Transcript, edits: TranscriptEdits): string | null {
  let [done, from] = ['', 0];
  for (const [at, segment] of segments.entries()) {
    const original = segment.text.trim();
    const place = text.indexOf(original, from);
    if (place === -1) return null;
    const written = edits[at]?.trim() ?? original;
    // The space before a segment that was emptied goes with it.
    done += written === '' ? text.slice(from, place).trimEnd() : `${text.slice(from, place)}${written}`;
    from = place + original.length;
  }
  return `${done}${text.slice(from)}`.trim();
}

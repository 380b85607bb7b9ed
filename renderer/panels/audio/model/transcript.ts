import type { TranscriptSegment, TranscriptWord } from '#shared/protocol/part.ts';
import { type AudioCall, isGood, type TranscribeRun } from './audio-document.ts';
import { type JoinedText, joinParts } from './join-texts.ts';
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

import { type Heard, joinWords } from './listen.ts';
import type { SpokenWord } from './speech.ts';

/** A stretch of speech, in seconds. */
export interface Segment {
  start: number;
  end: number;
  text: string;
}

/** A segment for each sentence; one for everything where no words are known. */
export function segmentsOf({ text, words, seconds }: Heard): Segment[] {
  if (words.length === 0) return [{ start: 0, end: seconds, text }];
  const sentences: SpokenWord[][] = [[]];
  for (const word of words) {
    sentences.at(-1)?.push(word);
    if (/[.!?。！？]["')\]]*$/u.test(word.word)) sentences.push([]);
  }
  return sentences.flatMap((sentence) => {
    const [first, last] = [sentence[0], sentence.at(-1)];
    return first && last ? [{ start: first.start, end: last.end, text: joinWords(sentence) }] : [];
  });
}

/** Subtitles in SubRip or WebVTT form. */
export function subtitles(segments: readonly Segment[], form: 'srt' | 'vtt'): string {
  const blocks = segments.map(({ start, end, text }, index) => {
    const times = `${clock(start, form)} --> ${clock(end, form)}`;
    return form === 'srt' ? `${index + 1}\n${times}\n${text}\n` : `${times}\n${text}\n`;
  });
  return `${form === 'vtt' ? 'WEBVTT\n\n' : ''}${blocks.join('\n')}`;
}

function clock(seconds: number, form: 'srt' | 'vtt'): string {
  const ms = Math.round(seconds * 1000);
  const part = (value: number, digits = 2) => String(Math.floor(value)).padStart(digits, '0');
  const hours = part(ms / 3_600_000);
  return `${hours}:${part((ms / 60_000) % 60)}:${part((ms / 1000) % 60)}${form === 'srt' ? ',' : '.'}${part(ms % 1000, 3)}`;
}

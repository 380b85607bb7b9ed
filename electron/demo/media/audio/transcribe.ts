import { counted } from '#shared/format.ts';
import type { DecodedAudio } from '../decode-job.ts';
import { readAudio } from './read-audio.ts';
import { audioRate } from './samples.ts';
import type { SpokenWord } from './speech.ts';
import { findWords } from './word-tones.ts';

/** What the demo makes of a audio file. */
export interface Transcription {
  text: string;
  /** Empty when it did not hear its own voice. */
  words: SpokenWord[];
  /** How long the recording lasts. */
  seconds: number;
}

/**
 * Transcribes what the demo's own voice said, whose words lie in it as quiet tones; any other recording it only describes.
 * `null` for bytes that are no audio.
 *
 * @throws UnreadableFile for damaged data, and for a recording of more than 15 minutes.
 */
export async function listen(bytes: Buffer): Promise<Transcription | null> {
  const read = await readAudio(bytes);
  if (!read) return null;
  const { samples, seconds } = read;
  const words = samples ? findWords(samples) : [];
  const timed = words.map((word, at, all) => ({
    ...word,
    end: audioEnd(samples ?? new Float32Array(), word.end, all[at + 1]?.start ?? seconds),
  }));
  if (timed.length > 0) return { text: joinWords(timed), words: timed, seconds };
  return { text: descriptionOf(read), words: [], seconds };
}

/** Louder than this is voice. */
const voiceFrom = 0.01;

/** Where the last sound before `to` ends, in seconds: a word lasts longer than the tones that name it. */
function audioEnd(samples: Float32Array, from: number, to: number): number {
  const first = Math.floor(from * audioRate);
  for (let at = Math.floor(to * audioRate) - 1; at > first; at -= 1)
    if (Math.abs(samples[at] ?? 0) > voiceFrom) return at / audioRate;
  return from;
}

/** Words of scripts that put no space between them are joined without one. */
export function joinWords(words: readonly SpokenWord[]): string {
  let text = '';
  for (const { word } of words) {
    const isTight =
      /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}。、，！？]$/u.test(text) &&
      /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(word);
    text += text === '' || isTight ? word : ` ${word}`;
  }
  return text;
}

const ownVoiceOnly = 'The demo gateway recognizes only its own voice (demo-tts), so there are no words to write down.';

/** What can be told of a recording of somebody else: how long, in which format, and how loud. */
function descriptionOf({ codec, seconds, sampleRate, channels, samples }: DecodedAudio): string {
  const format = `${codec}, ${sampleRate.toLocaleString('en-US')} Hz, ${counted(channels, 'channel')}`;
  const facts = `${seconds.toFixed(1)} seconds of audio (${format})`;
  if (!samples) return `${facts}. The demo gateway does not decode ${codec}, so it has not heard what is in it.`;
  let loudest = 0;
  let at = 0;
  for (let index = 0; index < samples.length; index++) {
    const level = Math.abs(samples[index] as number);
    if (level <= loudest) continue;
    loudest = level;
    at = index;
  }
  if (loudest < 0.001) return `${facts}, all of it silent.`;
  const peak = `${(20 * Math.log10(Math.min(1, loudest))).toFixed(1)} dBFS`.replace(/^-/, '−');
  return `${facts}. It is loudest after ${(at / audioRate).toFixed(1)} seconds, at ${peak}. ${ownVoiceOnly}`;
}

/** A stretch of speech, in seconds. */
export interface Segment {
  start: number;
  end: number;
  text: string;
}

/** A segment for each sentence; one for everything where no words are known. */
export function segmentsOf({ text, words, seconds }: Transcription): Segment[] {
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

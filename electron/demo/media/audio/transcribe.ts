import { counted } from '#shared/format.ts';
import type { DecodedAudio } from '../decode.ts';
import { readAudio } from './read-audio.ts';
import { audioRate } from './samples.ts';
import { findWords, type SpokenWord } from './word-tones.ts';

/** The demo's result for an audio file. */
export interface Transcription {
  text: string;
  /** Empty when the demo's own voice was not recognized. */
  words: SpokenWord[];
  /** Duration of the recording. */
  seconds: number;
  /** The recording at 24 kHz. */
  samples: Float32Array;
}

/**
 * Transcribes recordings of the demo's own voice, which embeds its words as quiet tones; any other recording is only
 * described. Returns `null` for bytes that are not audio.
 *
 * @throws UnreadableFile for damaged data, and for a recording of more than 15 minutes.
 */
export async function listen(bytes: Buffer): Promise<Transcription | null> {
  const read = await readAudio(bytes);
  if (!read) return null;
  const { samples, seconds } = read;
  const words = samples ? findWords(samples) : [];
  const recording = samples ?? new Float32Array();
  const timed = words.map((word, at, all) => ({
    ...word,
    end: audioEnd(recording, word.end, all[at + 1]?.start ?? seconds),
  }));
  if (timed.length > 0) return { text: joinWords(timed), words: timed, seconds, samples: recording };
  return { text: descriptionOf(read), words: [], seconds, samples: recording };
}

/** Louder samples count as voice. */
const voiceFrom = 0.01;

/** Returns where the last audio before `to` ends, in seconds: a word lasts longer than the tones that name it. */
function audioEnd(samples: Float32Array, from: number, to: number): number {
  const first = Math.floor(from * audioRate);
  for (let at = Math.floor(to * audioRate) - 1; at > first; at -= 1)
    if (Math.abs(samples[at] ?? 0) > voiceFrom) return at / audioRate;
  return from;
}

/** Joins words; scripts without spaces between words get none. */
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

const ownVoiceOnly = 'The demo gateway recognizes only its own voice (demo-tts), so there is no transcript.';

/** Describes a recording of any other voice: duration, format and loudness. */
function descriptionOf({ codec, seconds, sampleRate, channels, samples }: DecodedAudio): string {
  const format = `${codec}, ${sampleRate.toLocaleString('en-US')} Hz, ${counted(channels, 'channel')}`;
  const facts = `${seconds.toFixed(1)} seconds of audio (${format})`;
  if (!samples) return `${facts}. The demo gateway does not decode ${codec}, so there is no transcript.`;
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

/** A segment of speech, in seconds. */
export interface Segment {
  start: number;
  end: number;
  text: string;
  /** Mean log probability of its words. */
  logprob: number;
}

const usualConfidence = 0.94;

/** Returns the mean log probability of words. */
export const logprobOf = (words: readonly SpokenWord[]): number =>
  words.reduce((sum, { confidence = usualConfidence }) => sum + Math.log(confidence), 0) / Math.max(1, words.length);

/** Returns a segment for each sentence; a single one if no words are known. */
export function segmentsOf({ text, words, seconds }: Transcription): Segment[] {
  if (words.length === 0) return [{ start: 0, end: seconds, text, logprob: logprobOf([]) }];
  const sentences: SpokenWord[][] = [[]];
  for (const word of words) {
    sentences.at(-1)?.push(word);
    if (/[.!?。！？]["')\]]*$/u.test(word.word)) sentences.push([]);
  }
  return sentences.flatMap((sentence) => {
    const [first, last] = [sentence[0], sentence.at(-1)];
    return first && last
      ? [{ start: first.start, end: last.end, text: joinWords(sentence), logprob: logprobOf(sentence) }]
      : [];
  });
}

/** Returns subtitles in SubRip or WebVTT format. */
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

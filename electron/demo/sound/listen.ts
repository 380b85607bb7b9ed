import { readSound } from './read-sound.ts';
import type { SpokenWord } from './speech.ts';
import { findWords } from './word-tones.ts';

/** What the demo makes of a sound file. */
export interface Heard {
  text: string;
  /** Empty when it did not hear its own voice. */
  words: SpokenWord[];
  /** Seconds; 0 where it could not look inside. */
  seconds: number;
}

/**
 * Transcribes what the demo's own voice said, whose words lie in it as quiet tones; anything else it only describes.
 * `null` for bytes that are no sound.
 */
export function listen(bytes: Buffer): Heard | null {
  const read = readSound(bytes);
  if (!read) return null;
  if (!read.sound)
    return {
      text: `A ${read.container} file of ${bytes.length} bytes. The demo opens WAV files only.`,
      words: [],
      seconds: 0,
    };
  const { samples, sampleRate } = read.sound;
  const seconds = samples.length / sampleRate;
  const words = findWords(samples).map((word, at, all) => ({
    ...word,
    end: soundEnd(samples, sampleRate, word.end, all[at + 1]?.start ?? seconds),
  }));
  if (words.length > 0) return { text: joinWords(words), words, seconds };
  return { text: wordsFor(samples, sampleRate, read.sampleRate ?? sampleRate, read.channels ?? 1), words, seconds };
}

/** Louder than this is voice. */
const voiceFrom = 0.01;

/** Where the last sound before `to` ends, in seconds: a word lasts longer than the tones that name it. */
function soundEnd(samples: Float32Array, sampleRate: number, from: number, to: number): number {
  const first = Math.floor(from * sampleRate);
  for (let at = Math.floor(to * sampleRate) - 1; at > first; at -= 1)
    if (Math.abs(samples[at] ?? 0) > voiceFrom) return at / sampleRate;
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

function wordsFor(samples: Float32Array, sampleRate: number, ownRate: number, channels: number): string {
  let loudest = 0;
  let at = 0;
  samples.forEach((sample, index) => {
    if (Math.abs(sample) <= loudest) return;
    loudest = Math.abs(sample);
    at = index;
  });
  const length = `${(samples.length / sampleRate).toFixed(1)} seconds of sound, ${ownRate} Hz, ${channels} ${channels === 1 ? 'channel' : 'channels'}`;
  if (loudest < 0.001) return `${length}, all of it silent.`;
  return `${length}, loudest after ${(at / sampleRate).toFixed(1)} seconds. The demo understands only its own voice.`;
}

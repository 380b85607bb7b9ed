import { createResonator, lowPass } from './filters.ts';
import { type Phoneme, phonemesOf } from './phonemes.ts';
import { joined } from './samples.ts';
import type { DemoVoice } from './voices.ts';
import type { AudioClip } from './wave-file.ts';
import { hideWords } from './word-tones.ts';

export const speechRate = 24_000;

/** A word and when it is heard, in seconds. */
export interface SpokenWord {
  word: string;
  start: number;
  end: number;
}

export interface Speech extends AudioClip {
  words: SpokenWord[];
}

const betweenWords = 0.05;
const afterComma = 0.18;
const afterSentence = 0.34;
const controlSamples = 120;

/**
 * Speaks a text: resonances over a buzz and a hiss, as speech machines of the eighties did. The same text, voice and speed
 * give the same samples. Its words also lie in it as tones too quiet to be heard, which `findWords` reads back.
 */
export function speak(text: string, voice: DemoVoice, speed = 1): Speech {
  const words: SpokenWord[] = [];
  const mouth = createMouth(voice, speed);
  mouth.rest(0.12);
  for (const sentence of sentencesOf(text)) {
    sentence.forEach((word, index) => {
      const start = mouth.seconds;
      // The pitch falls through the sentence, and rises at the end of a question.
      const place = index / Math.max(1, sentence.length - 1);
      const isAsked = sentence.at(-1)?.endsWith('?') && place > 0.8;
      const tune = isAsked ? 1 + voice.lift : 1 + voice.lift * (0.5 - place);
      for (const phoneme of phonemesOf(word)) mouth.say(phoneme, tune);
      words.push({ word, start, end: mouth.seconds });
      mouth.rest((/[,;:，；：、–—]$/u.test(word) ? afterComma : betweenWords) / speed);
    });
    mouth.rest(afterSentence / speed);
  }
  // What is above the voice belongs to the tones.
  const samples = lowPass(mouth.end(), 7_800, speechRate);
  hideWords(samples, words);
  return { samples, sampleRate: speechRate, words };
}

/** Words with the signs that follow them, a character of Chinese or Japanese each as one, in sentences. */
function sentencesOf(text: string): string[][] {
  const sentences: string[][] = [[]];
  for (const [word] of text.matchAll(tokens)) {
    const sentence = sentences.at(-1) as string[];
    if (/[\p{L}\p{N}]/u.test(word)) sentence.push(word);
    else if (sentence.length > 0) sentence.push(`${sentence.pop()}${word}`);
    if (/[.!?。！？]["')\]]*$/u.test(word) && sentence.length > 0) sentences.push([]);
  }
  return sentences.filter((sentence) => sentence.length > 0);
}

const tokens =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}][^\s\p{L}\p{N}]*|[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+/gu;

/** Says sounds one after the other, sliding from each to the next. */
function createMouth(voice: DemoVoice, speed: number) {
  const pieces: Float32Array[] = [];
  const filters = [createResonator(speechRate), createResonator(speechRate), createResonator(speechRate)] as const;
  const bandwidths = [90, 110, 170] as const;
  let made = 0;
  let phase = 0;
  let seed = 0x2545f491;
  let before: { formants: readonly number[]; hum: number; noise: number } | null = null;

  const chance = (): number => {
    seed ^= seed << 13;
    seed ^= seed >>> 17;
    seed ^= seed << 5;
    return (seed >>> 0) / 2 ** 31 - 1;
  };
  const keep = (samples: Float32Array): void => {
    pieces.push(samples);
    made += samples.length;
  };
  const rest = (seconds: number): void => {
    keep(new Float32Array(Math.round(seconds * speechRate)));
    before = null;
  };

  return {
    rest,
    get seconds() {
      return made / speechRate;
    },
    say(phoneme: Phoneme, tune: number): void {
      if (phoneme.isStop) rest(0.025 / speed);
      const samples = new Float32Array(Math.round((phoneme.seconds / speed) * speechRate));
      const from = before ?? { formants: phoneme.formants, hum: 0, noise: 0 };
      const glide = Math.min(samples.length, 0.03 * speechRate);
      for (let index = 0; index < samples.length; index++) {
        const part = Math.min(1, index / glide);
        if (index % controlSamples === 0)
          filters.forEach((filter, at) => {
            const target = (from.formants[at] as number) * (1 - part) + (phoneme.formants[at] as number) * part;
            filter.tune(target * voice.size, bandwidths[at] as number);
          });
        const hum = from.hum * (1 - part) + phoneme.hum * part;
        const noise = from.noise * (1 - part) + phoneme.noise * part;
        phase += (voice.pitch * tune * (1 + 0.012 * Math.sin((made + index) / 760))) / speechRate;
        if (phase >= 1) phase -= 1;
        // A rounded pulse: the cords open for two fifths of the time.
        const pulse = phase < 0.4 ? Math.sin((Math.PI * phase) / 0.4) ** 2 - 0.2 : -0.2;
        const source = hum * pulse + (noise + hum * voice.breath) * chance() * 0.5;
        const [low, middle, high] = filters;
        samples[index] = 0.55 * low.step(source) + 0.38 * middle.step(source) + 0.22 * high.step(source);
      }
      before = phoneme;
      keep(samples);
    },
    end(): Float32Array {
      const all = joined(pieces);
      let loudest = 0;
      for (const sample of all) loudest = Math.max(loudest, Math.abs(sample));
      if (loudest > 0)
        for (let index = 0; index < all.length; index++) all[index] = ((all[index] as number) / loudest) * 0.7;
      return all;
    },
  };
}

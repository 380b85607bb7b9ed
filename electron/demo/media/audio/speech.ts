import { type AudioClip, audioRate, embedWords, joined, type SpokenWord } from './samples.ts';

/** What distinguishes one voice from another. */
export interface DemoVoice {
  /** Pitch of the vocal cords, in hertz. */
  pitch: number;
  /** Length of the vocal tract, as a factor on every resonance. */
  size: number;
  /** Share of breath in the voice. */
  breath: number;
  /** Liveliness: how much the pitch varies. */
  lift: number;
}

const named: Readonly<Record<string, DemoVoice>> = {
  alloy: { pitch: 150, size: 1.02, breath: 0.04, lift: 0.12 },
  ash: { pitch: 112, size: 0.95, breath: 0.03, lift: 0.1 },
  ballad: { pitch: 128, size: 0.98, breath: 0.08, lift: 0.2 },
  coral: { pitch: 205, size: 1.12, breath: 0.05, lift: 0.16 },
  echo: { pitch: 104, size: 0.93, breath: 0.02, lift: 0.08 },
  fable: { pitch: 168, size: 1.05, breath: 0.06, lift: 0.22 },
  onyx: { pitch: 88, size: 0.9, breath: 0.03, lift: 0.07 },
  nova: { pitch: 218, size: 1.14, breath: 0.05, lift: 0.15 },
  sage: { pitch: 190, size: 1.08, breath: 0.09, lift: 0.1 },
  shimmer: { pitch: 232, size: 1.17, breath: 0.1, lift: 0.14 },
  verse: { pitch: 136, size: 1, breath: 0.04, lift: 0.18 },
  marin: { pitch: 198, size: 1.1, breath: 0.07, lift: 0.17 },
  cedar: { pitch: 98, size: 0.92, breath: 0.05, lift: 0.12 },
};

export const voiceNames: readonly string[] = Object.keys(named);

export const voiceNamed = (name: string): DemoVoice | null =>
  Object.hasOwn(named, name) ? (named[name] as DemoVoice) : null;

const nameOf = (voice: DemoVoice): string => voiceNames.find((name) => named[name] === voice) ?? '';

/** A speech sound with its resonances in hertz. `noise` is hiss, `hum` is the voice, each from 0 to 1. */
interface Phoneme {
  formants: readonly number[];
  hum: number;
  noise: number;
  /** Duration in seconds at speed 1. */
  seconds: number;
  /** Preceded by a closure, as in `p` and `t`. */
  isStop: boolean;
}

/** Hum, noise, seconds and resonances (after the classic measurements of English speakers) of each sound. */
const table = `
a 1 .02 .11 660 1720 2410; aa 1 .02 .14 730 1090 2440; e 1 .02 .11 530 1840 2480; ee 1 .02 .14 270 2290 3010
i 1 .02 .09 390 1990 2550; o 1 .02 .11 570 840 2410; oo 1 .02 .14 300 870 2240; u 1 .02 .1 520 1190 2390
er 1 .02 .12 490 1350 1690; m .55 0 .08 280 900 2200; n .55 0 .07 280 1700 2600; ng .55 0 .08 280 2000 2700
l .55 0 .07 360 1300 2700; r .55 0 .07 330 1060 1380; w .55 0 .06 290 610 2150; y .55 0 .06 260 2070 3020
v .55 .2 .07 220 1100 2080; z .55 .45 .08 240 1390 2530; j .55 .5 .08 260 1800 2820; f 0 .25 .09 340 1100 6000
s 0 .55 .1 320 4800 6800; sh 0 .6 .1 300 2300 3700; ch 0 .6 .09 350 1800 3500; th 0 .2 .08 320 1290 5200
h 0 .18 .05 600 1500 2500; b .5 .5 .06 200 1100 2150; d .5 .5 .06 200 1600 2600; g .5 .5 .06 200 1990 2850
p 0 .5 .06 400 1100 2150; t 0 .5 .06 400 1600 2600; k 0 .5 .06 300 1990 2850`;
const stops = new Set(['b', 'd', 'g', 'p', 't', 'k', 'ch']);

const phonemes: ReadonlyMap<string, Phoneme> = new Map(
  table.split(/[;\n]/).flatMap((row): [string, Phoneme][] => {
    const [name = '', ...rest] = row.trim().split(' ');
    const [hum = 0, noise = 0, seconds = 0, ...formants] = rest.map(Number);
    if (name === '') return [];
    return [[name, { hum, noise, seconds, formants, isStop: stops.has(name) }]];
  }),
);

/** Spellings and their sounds where these have other names; the longest match is used. */
const spellings: readonly (readonly [spelling: string, names: readonly string[]])[] = [
  ...`tion:sh u n|ough:o|igh:aa i|sch:sh|tch:ch|ea:ee|ou:aa oo|ow:o oo|ai:e i|ay:e i|oy:o i|oi:o i|ir:er|ur:er|ar:aa r|or:o r
|ph:f|ck:k|qu:k w|wh:w|kn:n|c:k|q:k|x:k s|y:ee`
    .split(/\n?\|/)
    .map((rule): readonly [string, readonly string[]] => {
      const [spelling = '', names = ''] = rule.split(':');
      return [spelling, names.split(' ')];
    }),
  ...[...phonemes.keys()].filter((name) => name !== 'y' && name !== 'aa').map((name) => [name, [name]] as const),
].sort(([one], [other]) => other.length - one.length);

const digits = ['zeero', 'wun', 'too', 'three', 'for', 'faiv', 'siks', 'seven', 'ait', 'nain'];
const vowels = ['a', 'e', 'i', 'o', 'u', 'ee', 'oo', 'aa'];
const consonants = ['b', 'd', 'k', 'l', 'm', 'n', 'r', 's', 't', 'v'];

/**
 * Returns the sounds of one word. English spelling is followed approximately; a letter of another script gets a
 * syllable of its own, so that every language produces stable audio.
 */
function phonemesOf(word: string): Phoneme[] {
  const plain = word
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\d/g, (digit) => digits[Number(digit)] as string);
  const names: string[] = [];
  for (let place = 0; place < plain.length; ) {
    const found = spellings.find(([spelling]) => plain.startsWith(spelling, place));
    if (found) {
      // A final e is silent after a consonant.
      const isSilent = found[0] === 'e' && place > 1 && place === plain.length - 1;
      if (!isSilent) names.push(...found[1]);
      place += found[0].length;
      continue;
    }
    const code = plain.codePointAt(place) as number;
    if (/\p{L}/u.test(String.fromCodePoint(code)))
      names.push(consonants[code % consonants.length] as string, vowels[(code >> 4) % vowels.length] as string);
    place += code > 0xffff ? 2 : 1;
  }
  return names.map((name) => phonemes.get(name) as Phoneme);
}

export interface Speech extends AudioClip {
  words: SpokenWord[];
}

const betweenWords = 0.05;
const afterComma = 0.18;
const afterSentence = 0.34;
const controlSamples = 120;

/**
 * Speaks a text: resonances over a buzz and a hiss, like formant synthesizers of the 1980s. The same text, voice and
 * speed give the same samples. Its words are in the lowest bits of the samples too, where `findWords` reads them.
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
      words.push({ word, start, end: mouth.seconds, voice: nameOf(voice) });
      mouth.rest((/[,;:，；：、–—]$/u.test(word) ? afterComma : betweenWords) / speed);
    });
    mouth.rest(afterSentence / speed);
  }
  const samples = mouth.end();
  embedWords(samples, words);
  return { samples, sampleRate: audioRate, words };
}

/** Splits a text into sentences of words with their punctuation; each Chinese or Japanese character is one word. */
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

/** Creates a synthesizer that speaks one sound after another, sliding from each to the next. */
function createMouth(voice: DemoVoice, speed: number) {
  const chunks: Float32Array[] = [];
  const filters = [createResonator(audioRate), createResonator(audioRate), createResonator(audioRate)] as const;
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
    chunks.push(samples);
    made += samples.length;
  };
  const rest = (seconds: number): void => {
    keep(new Float32Array(Math.round(seconds * audioRate)));
    before = null;
  };

  return {
    rest,
    get seconds() {
      return made / audioRate;
    },
    say(phoneme: Phoneme, tune: number): void {
      if (phoneme.isStop) rest(0.025 / speed);
      const samples = new Float32Array(Math.round((phoneme.seconds / speed) * audioRate));
      const from = before ?? { formants: phoneme.formants, hum: 0, noise: 0 };
      const glide = Math.min(samples.length, 0.03 * audioRate);
      for (let index = 0; index < samples.length; index++) {
        const part = Math.min(1, index / glide);
        if (index % controlSamples === 0)
          filters.forEach((filter, at) => {
            const target = (from.formants[at] as number) * (1 - part) + (phoneme.formants[at] as number) * part;
            filter.tune(target * voice.size, bandwidths[at] as number);
          });
        const hum = from.hum * (1 - part) + phoneme.hum * part;
        const noise = from.noise * (1 - part) + phoneme.noise * part;
        phase += (voice.pitch * tune * (1 + 0.012 * Math.sin((made + index) / 760))) / audioRate;
        if (phase >= 1) phase -= 1;
        // A rounded pulse: the vocal cords are open for two fifths of the period.
        const pulse = phase < 0.4 ? Math.sin((Math.PI * phase) / 0.4) ** 2 - 0.2 : -0.2;
        const source = hum * pulse + (noise + hum * voice.breath) * chance() * 0.5;
        const [low, middle, high] = filters;
        samples[index] = 0.55 * low.step(source) + 0.38 * middle.step(source) + 0.22 * high.step(source);
      }
      before = phoneme;
      keep(samples);
    },
    end(): Float32Array {
      const all = joined(chunks);
      let loudest = 0;
      for (const sample of all) loudest = Math.max(loudest, Math.abs(sample));
      if (loudest > 0)
        for (let index = 0; index < all.length; index++) all[index] = ((all[index] as number) / loudest) * 0.7;
      return all;
    },
  };
}

/** A resonance that can be retuned while it sounds. */
interface Resonator {
  /** Both in hertz. */
  tune(frequency: number, bandwidth: number): void;
  step(sample: number): number;
}

/** Creates a two-pole filter with a gain of 1 at its frequency. */
function createResonator(sampleRate: number): Resonator {
  let gain = 0;
  let one = 0;
  let two = 0;
  let last = 0;
  let beforeLast = 0;
  return {
    tune(frequency, bandwidth) {
      const radius = Math.exp((-Math.PI * bandwidth) / sampleRate);
      const angle = (2 * Math.PI * Math.min(frequency, sampleRate * 0.45)) / sampleRate;
      one = 2 * radius * Math.cos(angle);
      two = -radius * radius;
      gain = (1 - radius) * Math.sqrt(1 - 2 * radius * Math.cos(2 * angle) + radius * radius);
    },
    step(sample) {
      const now = gain * sample + one * last + two * beforeLast;
      beforeLast = last;
      last = now;
      return now;
    },
  };
}

import { hash } from '../../language/chance.ts';
import { audioRate } from './samples.ts';
import { type Segment, segmentsOf, type Transcription } from './transcribe.ts';
import type { SpokenWord } from './word-tones.ts';

/** Confusions of a small model; a Latin word without one loses a letter, any other is missed. */
const confusions: Readonly<Record<string, string>> = {
  their: 'there',
  there: 'their',
  two: 'to',
  to: 'two',
  for: 'four',
  four: 'for',
  quick: 'thick',
  kettle: 'cattle',
  morning: 'mourning',
  river: 'liver',
  story: 'storey',
  refund: 'refined',
  tuesday: 'Thursday',
};
/** One word in so many is misheard, and of those one in so many is missed. */
const misheardEach = 6;
const missedEach = 3;

/**
 * What a small model would write: the same few words misheard or missed in each recording of the same text. A misheard
 * word has a low confidence.
 */
export function mishear(transcription: Transcription): Transcription {
  const words = transcription.words.flatMap((word, at): SpokenWord[] => {
    const plain = word.word.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
    const known = Object.hasOwn(confusions, plain) ? confusions[plain] : undefined;
    const chance = hash(`${plain} ${at}`);
    if (known === undefined && chance % misheardEach !== 0) return [word];
    const isLatin = /\p{sc=Latin}/u.test(plain);
    if (known === undefined && (!isLatin || Math.floor(chance / misheardEach) % missedEach === 0)) return [];
    const heard = known ?? (plain.length > 3 ? plain.slice(0, -1) : `${plain}h`);
    const ending = /(?<![^\p{L}\p{N}])[^\p{L}\p{N}]*$/u.exec(word.word)?.[0] ?? '';
    return [{ ...word, word: `${heard}${ending}`, confidence: 0.3 }];
  });
  return { ...transcription, words };
}

/** Pitches closer than this, in octaves, belong to one voice: voices vary while they speak. */
const sameVoice = 0.16;

/** Names the speaker of each sentence by the pitch of the voice: A is the first, B the next. */
export function speakersOf(transcription: Transcription): (Segment & { speaker: string })[] {
  const voices: number[] = [];
  return segmentsOf(transcription).map((segment) => {
    const pitch = pitchOf(transcription.samples, segment);
    const known = voices.findIndex((voice) => Math.abs(Math.log2(pitch / voice)) < sameVoice);
    const speaker = known === -1 ? voices.push(pitch) - 1 : known;
    return { ...segment, speaker: String.fromCharCode(65 + (speaker % 26)) };
  });
}

const frameSeconds = 0.04;
const lowest = 70;
const highest = 280;

/** Returns the median pitch of a stretch in hertz, by autocorrelation. */
function pitchOf(samples: Float32Array, { start, end }: Segment): number {
  const length = Math.round(frameSeconds * audioRate);
  const pitches: number[] = [];
  for (let from = Math.floor(start * audioRate); from + 2 * length < end * audioRate; from += 3 * length) {
    const best = { lag: 0, match: 0 };
    const energy = similarity(samples, from, 0, length);
    for (let lag = Math.floor(audioRate / highest); lag <= audioRate / lowest; lag += 1) {
      const match = similarity(samples, from, lag, length);
      // A multiple of the period matches as well; the shortest is the pitch.
      if (match > best.match * 1.05) Object.assign(best, { lag, match });
    }
    if (best.lag > 0 && best.match > energy * 0.5) pitches.push(audioRate / best.lag);
  }
  return pitches.sort((first, second) => first - second)[Math.floor(pitches.length / 2)] ?? lowest;
}

function similarity(samples: Float32Array, from: number, lag: number, length: number): number {
  let sum = 0;
  for (let at = from; at < from + length; at += 2) sum += (samples[at] ?? 0) * (samples[at + lag] ?? 0);
  return sum;
}

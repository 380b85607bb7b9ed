import { counted } from '#shared/format.ts';
import { hash } from '../../language/chance.ts';
import { containerOf, UnreadableFile } from '../attachment.ts';
import { audioRate, findWords, readWave, type SpokenWord, samplesOf, wordsOfComment } from './samples.ts';

/** The demo's result for an audio file. */
export interface Transcription {
  text: string;
  /** Empty when the demo's own voice was not recognized. */
  words: SpokenWord[];
  /** Duration of the recording. */
  seconds: number;
}

/** A longer recording is refused. */
const mostSeconds = 900;
const codecNames: Readonly<Record<string, string>> = {
  ...{ mp3: 'MP3', aac: 'AAC', opus: 'Opus', vorbis: 'Vorbis', flac: 'FLAC' },
};
const ownVoiceOnly = 'The demo gateway recognizes only its own voice (demo-tts), so there is no transcript.';

/**
 * Transcribes recordings of the demo's own voice, whose words are in the samples of a WAV or in the comment of any other
 * file; any other recording is only described. Returns `null` for bytes that are not audio.
 *
 * @throws UnreadableFile for damaged data, and for a recording of more than 15 minutes.
 */
export async function listen(bytes: Buffer): Promise<Transcription | null> {
  if (containerOf(bytes) === null) return null;
  const { codec, seconds, sampleRate, channels, comment } = await readAudio(bytes).catch((error) => {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('its data is damaged');
  });
  if (seconds > mostSeconds)
    throw new UnreadableFile(`it lasts ${seconds.toFixed(1)} s, and at most ${mostSeconds} s are accepted`);
  const wave = readWave(bytes);
  const samples = wave?.sampleRate === audioRate ? samplesOf(bytes, wave) : new Float32Array();
  const inSamples = findWords(samples);
  const words =
    inSamples.length === 0
      ? wordsOfComment(comment, seconds)
      : inSamples.map((word, at) => ({
          ...word,
          end: audioEnd(samples, word.end, inSamples[at + 1]?.start ?? seconds),
        }));
  if (words.length > 0) return { text: joinWords(words), words, seconds };
  const format = `${codec}, ${sampleRate.toLocaleString('en-US')} Hz, ${counted(channels, 'channel')}`;
  return { text: `${seconds.toFixed(1)} seconds of audio (${format}). ${ownVoiceOnly}`, words: [], seconds };
}

/** Reads what an audio file says of itself. */
async function readAudio(bytes: Buffer) {
  const { ALL_FORMATS, BufferSource, Input } = await import('mediabunny');
  using input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new UnreadableFile('there is no audio in it');
  const { comment, description, raw = {} } = await input.getMetadataTags();
  const codec = (await track.getCodec()) ?? 'an unknown codec';
  // In the frames of a damaged FLAC the library would search without end: its header has to say how long it is.
  const seconds = codec === 'flac' ? await track.getDurationFromMetadata() : await track.computeDuration();
  if (!seconds || !(seconds > 0)) throw new UnreadableFile('its data is damaged');
  // In MP3, FFmpeg writes it into a frame for tags that have no frame of their own.
  const own = Object.values(raw).map((value) => (value as { comment?: string } | null)?.comment);
  return {
    codec: codecNames[codec] ?? (codec.startsWith('pcm') ? 'WAV' : codec),
    seconds,
    sampleRate: await track.getSampleRate(),
    channels: await track.getNumberOfChannels(),
    comment: comment ?? description ?? own.find(Boolean) ?? '',
  };
}

/** Louder samples count as voice. */
const voiceFrom = 0.01;

/** Returns where the last audio before `to` ends, in seconds. */
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

/** Returns the segments with their speakers: A is the first voice, B the next. */
export function speakersOf(transcription: Transcription): (Segment & { speaker: string })[] {
  const voices: string[] = [];
  return segmentsOf(transcription).map((segment) => {
    const known = voices.indexOf(segment.voice);
    const speaker = known === -1 ? voices.push(segment.voice) - 1 : known;
    return { ...segment, speaker: String.fromCharCode(65 + (speaker % 26)) };
  });
}

/** A segment of speech, in seconds. */
export interface Segment {
  start: number;
  end: number;
  text: string;
  /** Mean log probability of its words. */
  logprob: number;
  /** Of its first word. */
  voice: string;
}

const usualConfidence = 0.94;

/** Returns the mean log probability of words. */
export const logprobOf = (words: readonly SpokenWord[]): number =>
  words.reduce((sum, { confidence = usualConfidence }) => sum + Math.log(confidence), 0) / Math.max(1, words.length);

/** Returns a segment for each sentence; a single one if no words are known. */
export function segmentsOf({ text, words, seconds }: Transcription): Segment[] {
  if (words.length === 0) return [{ start: 0, end: seconds, text, logprob: logprobOf([]), voice: '' }];
  const sentences: SpokenWord[][] = [[]];
  for (const word of words) {
    sentences.at(-1)?.push(word);
    if (/[.!?。！？]["')\]]*$/u.test(word.word)) sentences.push([]);
  }
  return sentences.flatMap((sentence) => {
    const [first, last] = [sentence[0], sentence.at(-1)];
    return first && last ? [{ ...first, end: last.end, text: joinWords(sentence), logprob: logprobOf(sentence) }] : [];
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

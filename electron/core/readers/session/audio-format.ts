import { Buffer } from 'node:buffer';
import type { RealtimeDialect } from '#shared/contract/realtime.ts';
import { readWavHead } from '#shared/media/wav.ts';
import { withoutBreaks } from '../parts/media.ts';
import { pcmOfG711, pcmRate, Resampler, samplesOf } from './pcm.ts';
import { fieldsIn, hasField, type JsonFields, numberIn, ownIn, textIn } from './session-line.ts';

/** How the samples of one side are coded. `other`: a coding that Patchbay cannot play, such as Opus or floats. */
export interface AudioFormat {
  coding: 'pcm16' | 'g711_ulaw' | 'g711_alaw' | 'other';
  /** Samples per second. */
  rate: number;
  /** As the session names it. */
  name: string;
}

export const usualFormat: AudioFormat = { coding: 'pcm16', rate: pcmRate, name: 'pcm16' };

const telephoneRate = 8000;
/** Rates that a session may plausibly name, in Hz. */
const rates = { least: 4000, most: 192_000 };

const codings: readonly (readonly [RegExp, AudioFormat['coding']])[] = [
  [/pcmu|mu-?law|u-?law/, 'g711_ulaw'],
  [/pcma|a-?law/, 'g711_alaw'],
  [/f32|float|pcm_?[su]?8(?!\d)|pcm_?s?(?:24|32)(?:le|be|_)/, 'other'],
  [/pcm|l16|s16|linear|\braw\b|wav/, 'pcm16'],
];

const plausible = (rate: number | null): number | null =>
  rate !== null && rate >= rates.least && rate <= rates.most ? Math.round(rate) : null;

/** Reads the rate in a name: `audio/pcm;rate=16000`, `pcm_16000`, `PCM_24000HZ_MONO_16BIT`, `pcm-16khz`. */
function rateInName(name: string): number | null {
  const hertz = /(?<!\d)\d{4,6}(?!\d)/.exec(name)?.[0];
  const kilohertz = /(?<!\d)(\d{1,3}(?:\.\d+)?)\s?k/.exec(name)?.[1];
  return plausible(hertz ? Number(hertz) : kilohertz ? Number(kilohertz) * 1000 : null);
}

const rateNames = ['rate', 'sample_rate', 'sampleRate', 'sample_rate_hz', 'sampleRateHertz', 'sampling_rate'] as const;
const rateIn = (fields: JsonFields): number | null =>
  plausible(rateNames.map((name) => numberIn(fields, name)).find((rate) => rate !== null) ?? null);

/** Returns the format of this name, at this rate where the session names one apart from it. */
function formatOf(named: string, rate: number | null): AudioFormat {
  const name = named.toLowerCase();
  const coding = codings.find(([pattern]) => pattern.test(name))?.[1] ?? 'other';
  const usual = coding.startsWith('g711') ? telephoneRate : pcmRate;
  return { coding, rate: rate ?? rateInName(name) ?? usual, name: named };
}

const nameFields = ['type', 'encoding', 'codec', 'format'] as const;

/** Reads a format as a name, or as an object with a name and a rate. */
function formatIn(value: unknown, rate: number | null): AudioFormat | null {
  if (typeof value === 'string') return value === '' ? null : formatOf(value, rate);
  const fields = fieldsIn({ value }, 'value');
  const name = nameFields.map((field) => textIn(fields, field)).find((text) => text !== null) ?? null;
  const own = rateIn(fields) ?? rate;
  return name !== null ? formatOf(name, own) : own === null ? null : { ...usualFormat, rate: own };
}

/**
 * Returns the formats that a session reports as active, in either dialect, and under the names of servers that state the
 * rate beside the format; `null` where it reports none.
 */
export function formatsOf(session: JsonFields): { input: AudioFormat | null; output: AudioFormat | null } {
  const audio = fieldsIn(session, 'audio');
  const of = (side: 'input' | 'output') => {
    const nested = fieldsIn(audio, side);
    const flat = [`${side}_audio_sample_rate`, `${side}_sample_rate`, `${side}_audio_rate`];
    const stated = flat.map((name) => plausible(numberIn(session, name))).find((rate) => rate !== null);
    const rate = rateIn(nested) ?? stated ?? rateIn(fieldsIn(session, `${side}_audio_params`)) ?? rateIn(session);
    return (
      formatIn(ownIn(nested, 'format'), rate) ??
      formatIn(ownIn(session, `${side}_audio_format`), rate) ??
      (rate === null ? null : { ...usualFormat, rate })
    );
  };
  return { input: of('input'), output: of('output') };
}

/** Returns the format that an event of audio states for itself; `null` for the usual event, which states none. */
export const formatOfDelta = (event: JsonFields): AudioFormat | null =>
  formatIn(ownIn(event, 'format') ?? ownIn(event, 'audio_format'), rateIn(event));

/** Returns the dialect in which a session describes itself, `null` when nothing in it indicates one. */
export function dialectOf(session: JsonFields): RealtimeDialect | null {
  const isNamed = /^(?:realtime|transcription)$/.test(textIn(session, 'type') ?? '');
  if (hasField(session, 'output_modalities') || hasField(session, 'audio') || isNamed) return 'ga';
  return hasField(session, 'modalities') || hasField(session, 'input_audio_format') ? 'beta' : null;
}

const dataAddress = /^\s*data:([^,]{0,200}),/i;

/**
 * Decodes base64 in either alphabet, with line breaks, and as a data URL; `null` for text that is not base64, which a
 * plain decoder turns into noise.
 */
export function audioBytes(text: string): Buffer | null {
  const prefix = dataAddress.exec(text)?.[0] ?? '';
  const base64 = withoutBreaks(text.slice(prefix.length));
  const isBase64 = /^[A-Za-z0-9+/_-]*={0,2}$/.test(base64) && base64.replace(/={1,2}$/, '').length % 4 !== 1;
  return isBase64 ? Buffer.from(base64, 'base64') : null;
}

/** Converts the audio of one reply, delta by delta, to PCM at 24 kHz: 16 bit, little endian, mono. */
export class ReplyAudio {
  /** The first byte of a sample whose second byte is in the next delta. */
  #held: Buffer = Buffer.alloc(0);
  #resampler: { rate: number; of: Resampler } | null = null;

  /** Returns `null` for a coding that cannot be played. */
  push(bytes: Buffer, format: AudioFormat): Buffer | null {
    const wave = this.#held.length === 0 ? waveIn(bytes) : null;
    if (wave) return this.#convert(wave.samples, wave.format);
    return this.#convert(bytes, format);
  }

  #convert(bytes: Buffer, { coding, rate }: AudioFormat): Buffer | null {
    if (coding === 'other') return null;
    if (coding !== 'pcm16') return pcmOfG711(bytes, coding);
    const all = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes]);
    const whole = all.length & ~1;
    this.#held = all.subarray(whole);
    const pcm = all.subarray(0, whole);
    if (rate === pcmRate) return pcm;
    if (this.#resampler?.rate !== rate) this.#resampler = { rate, of: new Resampler(rate) };
    return this.#resampler.of.push(samplesOf(pcm));
  }
}

/** The audio of the replies of a session, each by its name. */
export class ReplyAudios {
  readonly #replies = new Map<string, ReplyAudio>();

  /** Returns a delta as PCM at 24 kHz in base64; nothing, and what is odd, for one that would be noise. */
  play(reply: string, delta: string, format: AudioFormat): { base64: string; odd: string | null } {
    const bytes = audioBytes(delta);
    if (bytes === null)
      return { base64: '', odd: 'Audio of the model is not valid base64. It is in the frames, and not played.' };
    const audio = this.#replies.get(reply) ?? new ReplyAudio();
    this.#replies.set(reply, audio);
    const pcm = audio.push(bytes, format);
    if (pcm) return { base64: pcm.toString('base64'), odd: null };
    const name = format.name.slice(0, 60);
    return { base64: '', odd: `Audio in the format "${name}" cannot be played. It is in the frames.` };
  }
}

/** Returns the samples and the format of a delta that is a WAV file; `null` for the usual delta, which is samples. */
function waveIn(bytes: Buffer): { samples: Buffer; format: AudioFormat } | null {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF') return null;
  const head = readWavHead(bytes, bytes.length);
  if (head === null || head.dataAt === 0) return null;
  const { coding, bits, channels, sampleRate: rate, dataAt } = head;
  const isPlain = coding === 1 && bits === 16 && channels === 1;
  return { samples: bytes.subarray(dataAt), format: { ...usualFormat, rate, coding: isPlain ? 'pcm16' : 'other' } };
}

import { Buffer } from 'node:buffer';
import { readWavHead } from '#shared/media/wav.ts';
import { withoutBreaks } from '../parts/binary-text.ts';
import { type AudioFormat, usualFormat } from './audio-format.ts';
import { pcmOfG711 } from './g711.ts';
import { pcmRate, Resampler, samplesOf } from './resample-pcm.ts';

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

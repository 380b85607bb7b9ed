import type { Sound } from './wave-file.ts';

/** A sound file as far as the demo can look into it. */
export interface ReadSound {
  /** Its format, such as `wav` or `webm`. */
  container: string;
  /** One channel at 24 kHz; `null` for a format that the demo does not decode. */
  sound: Sound | null;
  sampleRate: number | null;
  channels: number | null;
}

const rate = 24_000;

/** Looks into a sound file. `null` for bytes that are no sound at all. */
export function readSound(bytes: Buffer): ReadSound | null {
  const container = containerOf(bytes);
  if (container === null) return null;
  const wave = container === 'wav' ? readWave(bytes) : null;
  if (!wave) return { container, sound: null, sampleRate: null, channels: null };
  const { samples, sampleRate, channels } = wave;
  return { container, sound: { samples: resampled(samples, sampleRate), sampleRate: rate }, sampleRate, channels };
}

function containerOf(bytes: Buffer): string | null {
  const at = (start: number, end: number) => bytes.toString('latin1', start, end);
  if (at(0, 4) === 'RIFF' && at(8, 12) === 'WAVE') return 'wav';
  if (at(0, 4) === 'fLaC') return 'flac';
  if (at(0, 4) === 'OggS') return 'ogg';
  if (at(0, 3) === 'ID3' || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0)) return 'mp3';
  if (at(4, 8) === 'ftyp') return 'mp4';
  return at(0, 4) === '\x1aE\xdf\xa3' ? 'webm' : null;
}

interface Wave {
  /** Mixed down to one channel. */
  samples: Float32Array;
  sampleRate: number;
  channels: number;
}

function readWave(bytes: Buffer): Wave | null {
  let format: { code: number; channels: number; sampleRate: number; bits: number } | null = null;
  for (let place = 12; place + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', place, place + 4);
    const size = bytes.readUInt32LE(place + 4);
    const start = place + 8;
    if (name === 'fmt ' && start + 16 <= bytes.length)
      format = {
        code: bytes.readUInt16LE(start),
        channels: bytes.readUInt16LE(start + 2),
        sampleRate: bytes.readUInt32LE(start + 4),
        bits: bytes.readUInt16LE(start + 14),
      };
    if (name === 'data' && format) {
      const read = readerOf(format.code, format.bits);
      if (!read || format.channels === 0 || format.sampleRate === 0) return null;
      const width = format.bits / 8;
      const frame = width * format.channels;
      // A streamed file does not say how long it is: what is there counts.
      const frames = Math.floor(Math.min(size || bytes.length, bytes.length - start) / frame);
      const samples = new Float32Array(frames);
      for (let index = 0; index < frames; index++) {
        let sum = 0;
        for (let channel = 0; channel < format.channels; channel++)
          sum += read(bytes, start + index * frame + channel * width);
        samples[index] = sum / format.channels;
      }
      return { samples, sampleRate: format.sampleRate, channels: format.channels };
    }
    place = start + size + (size % 2);
  }
  return null;
}

function readerOf(code: number, bits: number): ((bytes: Buffer, place: number) => number) | null {
  if (code === 3 && bits === 32) return (bytes, place) => bytes.readFloatLE(place);
  // 0xFFFE: an extended head, whose samples are whole numbers nearly always.
  if (code !== 1 && code !== 0xfffe) return null;
  if (bits === 8) return (bytes, place) => ((bytes[place] ?? 128) - 128) / 128;
  if (bits === 16) return (bytes, place) => bytes.readInt16LE(place) / 32_768;
  if (bits === 24) return (bytes, place) => bytes.readIntLE(place, 3) / 8_388_608;
  return bits === 32 ? (bytes, place) => bytes.readInt32LE(place) / 2_147_483_648 : null;
}

/** By straight lines between samples: good enough to find tones, and sharp at the edges of nothing. */
function resampled(samples: Float32Array, from: number): Float32Array {
  if (from === rate) return samples;
  const length = Math.floor((samples.length * rate) / from);
  return Float32Array.from({ length }, (_, index) => {
    const place = (index * from) / rate;
    const before = Math.floor(place);
    const part = place - before;
    return (samples[before] ?? 0) * (1 - part) + (samples[before + 1] ?? 0) * part;
  });
}

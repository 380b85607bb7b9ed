import { Buffer } from 'node:buffer';
import { type Failure, failure } from '#shared/routes/failure.ts';

const rate = 24_000;

interface Format {
  code: number;
  channels: number;
  rate: number;
  bits: number;
}

/** The sound of a WAV file as PCM of 24 kHz, 16 bit, one channel; or why it can not be played. */
export function readWave(bytes: Buffer): Buffer | Failure {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE') return noWave;
  let format: Format | null = null;
  for (let place = 12; place + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', place, place + 4);
    const size = bytes.readUInt32LE(place + 4);
    const start = place + 8;
    if (name === 'fmt ' && start + 16 <= bytes.length)
      format = {
        code: bytes.readUInt16LE(start),
        channels: bytes.readUInt16LE(start + 2),
        rate: bytes.readUInt32LE(start + 4),
        bits: bytes.readUInt16LE(start + 14),
      };
    // A streamed file does not say how long it is.
    if (name === 'data' && format)
      return toPcm(bytes.subarray(start, start + (size === 0 ? bytes.length : size)), format);
    place = start + size + (size % 2);
  }
  return noWave;
}

/** Samples a second that recordings have. One that says 1 would be stretched to thousands of times its size. */
const lowestRate = 1000;
const highestRate = 768_000;

function toPcm(data: Buffer, { code, channels, rate: from, bits }: Format): Buffer | Failure {
  const read = sampleReader(code, bits);
  if (!read || channels === 0 || from < lowestRate || from > highestRate) return unreadable;
  if (channels === 1 && from === rate && bits === 16) return Buffer.from(data.subarray(0, data.length & ~1));
  const width = bits / 8;
  const frames = Math.floor(data.length / (width * channels));
  const mono = new Float32Array(frames);
  for (let index = 0; index < frames; index += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) sum += read(data, (index * channels + channel) * width);
    mono[index] = sum / channels;
  }
  const pcm = Buffer.alloc(Math.floor((frames * rate) / from) * 2);
  for (let index = 0; index * 2 < pcm.length; index += 1) {
    const place = (index * from) / rate;
    const before = Math.floor(place);
    const part = place - before;
    const sample = (mono[before] ?? 0) * (1 - part) + (mono[before + 1] ?? mono[before] ?? 0) * part;
    pcm.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767))), index * 2);
  }
  return pcm;
}

function sampleReader(code: number, bits: number): ((data: Buffer, place: number) => number) | null {
  if (code === 3 && bits === 32) return (data, place) => data.readFloatLE(place);
  // 0xFFFE: an extended head, whose samples are whole numbers nearly always.
  if (code !== 1 && code !== 0xfffe) return null;
  if (bits === 8) return (data, place) => ((data[place] ?? 128) - 128) / 128;
  if (bits === 16) return (data, place) => data.readInt16LE(place) / 32_768;
  if (bits === 24) return (data, place) => data.readIntLE(place, 3) / 8_388_608;
  return bits === 32 ? (data, place) => data.readInt32LE(place) / 2_147_483_648 : null;
}

const noWave = failure('unsupported-media', 'The file is no WAV file, and only WAV files can be played in.', {
  hint: 'Convert it, for instance with ffmpeg -i sound.mp3 sound.wav.',
});
const unreadable = failure('unsupported-media', 'The WAV file holds samples of a kind that can not be read.', {
  hint: 'Save it with samples of 16 bits.',
});

/** A RIFF/WAVE file. */
export interface Wave {
  seconds: number;
  sampleRate: number;
  channels: number;
  bitsPerSample: number;
  /** How samples are written: 1 for whole numbers, 3 for floating point. */
  code: number;
  data: Buffer;
}

/** Walks a RIFF/WAVE file chunk by chunk; `null` for any other bytes. */
export function readWave(bytes: Buffer): Wave | null {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE') return null;
  let format: Omit<Wave, 'seconds' | 'data'> | null = null;
  for (let place = 12; place + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', place, place + 4);
    const size = bytes.readUInt32LE(place + 4);
    const start = place + 8;
    if (name === 'fmt ' && start + 16 <= bytes.length)
      format = {
        code: bytes.readUInt16LE(start),
        channels: bytes.readUInt16LE(start + 2),
        sampleRate: bytes.readUInt32LE(start + 4),
        bitsPerSample: bytes.readUInt16LE(start + 14),
      };
    if (name === 'data' && format) {
      // A streamed file says 0 or 0xFFFFFFFF here: what really follows decides.
      const data = bytes.subarray(start, size === 0 ? undefined : start + size);
      const bytesPerSecond = (format.sampleRate * format.channels * format.bitsPerSample) / 8;
      return { ...format, data, seconds: bytesPerSecond > 0 ? data.length / bytesPerSecond : 0 };
    }
    place = start + size + (size % 2);
  }
  return null;
}

/** Mixed down to one channel; `null` for a way to write samples that the demo does not know. */
export function samplesOf({ code, bitsPerSample, channels, sampleRate, data }: Wave): Float32Array | null {
  const read = readerOf(code, bitsPerSample);
  if (!read || channels === 0 || sampleRate === 0) return null;
  const width = bitsPerSample / 8;
  const samples = new Float32Array(Math.floor(data.length / (width * channels)));
  for (let index = 0; index < samples.length; index++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) sum += read(data, (index * channels + channel) * width);
    samples[index] = sum / channels;
  }
  return samples;
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

/** Sound as the demo makes it: samples between -1 and 1, one channel. */
export interface Sound {
  samples: Float32Array;
  sampleRate: number;
}

/** Raw 16-bit little-endian samples, as `response_format: "pcm"` promises. */
export function pcmBytes({ samples }: Pick<Sound, 'samples'>): Buffer {
  const bytes = Buffer.alloc(samples.length * 2);
  for (let index = 0; index < samples.length; index++) bytes.writeInt16LE(toInt16(samples[index] as number), index * 2);
  return bytes;
}

/** The 44 bytes in front of `dataBytes` of 16-bit samples of one channel. A streamed file says 0xFFFFFFFF for unknown. */
export function waveHead(sampleRate: number, dataBytes: number | null): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(dataBytes === null ? 0xffffffff : dataBytes + 36, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(sampleRate, 24);
  head.writeUInt32LE(sampleRate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(dataBytes ?? 0xffffffff, 40);
  return head;
}

/** A whole RIFF/WAVE file. */
export function waveFile(sound: Sound): Buffer {
  const data = pcmBytes(sound);
  return Buffer.concat([waveHead(sound.sampleRate, data.length), data]);
}

export const toInt16 = (sample: number): number => Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767)));

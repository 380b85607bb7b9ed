interface WaveFacts {
  seconds: number;
  sampleRate: number;
  channels: number;
  bitsPerSample: number;
}

/** Duration and format of a RIFF/WAVE file, walked chunk by chunk; `null` for any other bytes. */
export function readWaveFacts(bytes: Buffer): WaveFacts | null {
  if (bytes.length < 44 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE') {
    return null;
  }
  let format: Omit<WaveFacts, 'seconds'> | null = null;
  for (let position = 12; position + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', position, position + 4);
    const sizeBytes = bytes.readUInt32LE(position + 4);
    const start = position + 8;
    if (name === 'fmt ' && start + 16 <= bytes.length) {
      format = {
        channels: bytes.readUInt16LE(start + 2),
        sampleRate: bytes.readUInt32LE(start + 4),
        bitsPerSample: bytes.readUInt16LE(start + 14),
      };
    }
    if (name === 'data' && format) {
      // A streamed file says 0 or 0xFFFFFFFF here: what really follows decides.
      const present = Math.min(sizeBytes || Number.POSITIVE_INFINITY, bytes.length - start);
      const bytesPerSecond = (format.sampleRate * format.channels * format.bitsPerSample) / 8;
      return { ...format, seconds: bytesPerSecond > 0 ? present / bytesPerSecond : 0 };
    }
    position = start + sizeBytes + (sizeBytes % 2);
  }
  return null;
}

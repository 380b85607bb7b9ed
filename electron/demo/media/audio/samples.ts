/** Hz: the rate at which the demo generates and analyzes audio. */
export const audioRate = 24_000;

/** Resamples to 24 kHz by linear interpolation: good enough to find tones. */
export function resampled(samples: Float32Array, from: number): Float32Array {
  if (from === audioRate) return samples;
  const result = new Float32Array(Math.floor((samples.length * audioRate) / from));
  for (let index = 0; index < result.length; index++) {
    const place = (index * from) / audioRate;
    const before = Math.floor(place);
    const part = place - before;
    result[index] = (samples[before] ?? 0) * (1 - part) + (samples[before + 1] ?? 0) * part;
  }
  return result;
}

/** Concatenates chunks of audio. */
export function joined(chunks: readonly Float32Array[]): Float32Array {
  if (chunks.length === 1) return chunks[0] as Float32Array;
  const all = new Float32Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let place = 0;
  for (const chunk of chunks) {
    all.set(chunk, place);
    place += chunk.length;
  }
  return all;
}

/** Hz: the rate at which the demo makes audio and listens to it. */
export const audioRate = 24_000;

/** At 24 kHz, by straight lines between samples: good enough to find tones, and sharp at the edges of nothing. */
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

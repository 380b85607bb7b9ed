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

/** Pieces of audio, one after another. */
export function joined(pieces: readonly Float32Array[]): Float32Array {
  if (pieces.length === 1) return pieces[0] as Float32Array;
  const all = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let place = 0;
  for (const piece of pieces) {
    all.set(piece, place);
    place += piece.length;
  }
  return all;
}

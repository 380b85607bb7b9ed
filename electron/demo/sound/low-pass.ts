const reach = 48;

/** The samples without what lies above `frequency` hertz: a windowed sinc, about 1 kHz from the edge to silence. */
export function lowPass(samples: Float32Array, frequency: number, sampleRate: number): Float32Array {
  const taps = Float64Array.from({ length: 2 * reach + 1 }, (_, index) => {
    const at = index - reach;
    const share = (2 * frequency) / sampleRate;
    const sinc = at === 0 ? share : Math.sin(Math.PI * share * at) / (Math.PI * at);
    return sinc * (0.42 + 0.5 * Math.cos((Math.PI * at) / reach) + 0.08 * Math.cos((2 * Math.PI * at) / reach));
  });
  const filtered = new Float32Array(samples.length);
  for (let index = 0; index < samples.length; index++) {
    let sum = 0;
    const first = Math.max(0, reach - index);
    const last = Math.min(2 * reach, samples.length - 1 - index + reach);
    for (let tap = first; tap <= last; tap++) sum += (taps[tap] as number) * (samples[index + tap - reach] as number);
    filtered[index] = sum;
  }
  return filtered;
}

/** A resonance that can be retuned while it sounds. */
export interface Resonator {
  /** Both in hertz. */
  tune(frequency: number, bandwidth: number): void;
  step(sample: number): number;
}

/** A two-pole filter with a gain of 1 at its frequency. */
export function createResonator(sampleRate: number): Resonator {
  let gain = 0;
  let one = 0;
  let two = 0;
  let last = 0;
  let beforeLast = 0;
  return {
    tune(frequency, bandwidth) {
      const radius = Math.exp((-Math.PI * bandwidth) / sampleRate);
      const angle = (2 * Math.PI * Math.min(frequency, sampleRate * 0.45)) / sampleRate;
      one = 2 * radius * Math.cos(angle);
      two = -radius * radius;
      gain = (1 - radius) * Math.sqrt(1 - 2 * radius * Math.cos(2 * angle) + radius * radius);
    },
    step(sample) {
      const now = gain * sample + one * last + two * beforeLast;
      beforeLast = last;
      last = now;
      return now;
    },
  };
}

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

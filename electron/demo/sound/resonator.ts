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

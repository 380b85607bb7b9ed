/** Changes the rate of a stream of samples. */
export interface Resampler {
  /** Takes the next samples; returns those that can be computed from all so far. */
  push(samples: Float32Array): Float32Array<ArrayBuffer>;
}

/** Zero crossings of the kernel on either side, and table steps between two of them. */
const crossings = 48;
const tableSteps = 256;
/** Share of the lower rate's band that passes unattenuated. */
const passShare = 0.985;

/**
 * Creates a resampler from one rate to another, in Hz, by a windowed sinc: frequencies too high for the new rate are
 * filtered out, the rest keeps its level. Exact in length: however the stream is split into chunks, the same samples
 * come out. The first ones wait for the samples that their kernel reaches ahead to (about 2 ms).
 */
export function createResampler(fromRate: number, toRate: number): Resampler {
  if (fromRate === toRate) return { push: (samples) => samples.slice() };
  const step = fromRate / toRate;
  const cutoff = Math.min(1, 1 / step) * passShare;
  const reach = Math.ceil(crossings / cutoff);
  const kernel = sincTable();
  /** The samples that are still needed, and the place of the first of them in the whole stream. */
  let held = new Float32Array(reach);
  let start = -reach;
  let made = 0;
  return {
    push(samples) {
      const all = new Float32Array(held.length + samples.length);
      all.set(held);
      all.set(samples, held.length);
      const end = start + all.length;
      const count = Math.max(0, Math.floor((end - reach - 1) / step) + 1 - made);
      const out = new Float32Array(count);
      for (let at = 0; at < count; at += 1, made += 1)
        out[at] = sampleAt(all, made * step - start, cutoff, reach, kernel);
      const keep = Math.min(all.length, Math.max(0, Math.floor(made * step) - reach - start));
      held = all.slice(keep);
      start += keep;
      return out;
    },
  };
}

function sampleAt(samples: Float32Array, place: number, cutoff: number, reach: number, kernel: Float32Array): number {
  let sum = 0;
  const middle = Math.floor(place);
  for (let at = middle - reach + 1; at <= middle + reach; at += 1) {
    const distance = Math.abs(at - place) * cutoff * tableSteps;
    const index = Math.floor(distance);
    const share = distance - index;
    const weight = (kernel[index] ?? 0) * (1 - share) + (kernel[index + 1] ?? 0) * share;
    sum += (samples[at] ?? 0) * weight;
  }
  return sum * cutoff;
}

/** One side of a sinc under a Blackman window. */
function sincTable(): Float32Array {
  return Float32Array.from({ length: crossings * tableSteps + 1 }, (_, index) => {
    const x = index / tableSteps;
    const turn = (Math.PI * x) / crossings;
    const window = 0.42 + 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn);
    return window * (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));
  });
}

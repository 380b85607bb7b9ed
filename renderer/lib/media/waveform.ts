/** Collects the loudest sample of each interval, from 0 to 1: the data of a waveform. */
export interface PeakCounter {
  push(samples: Float32Array): void;
  /** Returns the columns so far; those without samples are 0. */
  peaks(): number[];
}

/** Counts peaks of audio that arrives in chunks. @param total expected samples: they fill all columns. */
export function createPeakCounter(columns: number, total: number): PeakCounter {
  const peaks = new Float32Array(columns);
  const perColumn = Math.max(1, total / columns);
  let seen = 0;
  return {
    push(samples) {
      for (let at = 0; at < samples.length; at += 1) {
        const column = Math.min(columns - 1, Math.floor((seen + at) / perColumn));
        const size = Math.abs(samples[at] as number);
        if (size > (peaks[column] as number)) peaks[column] = size;
      }
      seen += samples.length;
    },
    peaks: () => Array.from(peaks, (peak) => Math.round(Math.min(1, peak) * 1000) / 1000),
  };
}

/**
 * Collects peaks of audio of unknown length: columns have a fixed duration, and pairs are merged whenever there are too
 * many.
 */
export function createGrowingPeaks(most: number, perColumn: number): PeakCounter {
  let peaks: number[] = [];
  let width = perColumn;
  let filled = 0;
  let top = 0;
  return {
    push(samples) {
      for (const sample of samples) {
        top = Math.max(top, Math.abs(sample));
        filled += 1;
        if (filled < width) continue;
        peaks.push(Math.round(Math.min(1, top) * 1000) / 1000);
        filled = 0;
        top = 0;
        if (peaks.length < most) continue;
        peaks = Array.from({ length: most / 2 }, (_, at) => Math.max(peaks[at * 2] ?? 0, peaks[at * 2 + 1] ?? 0));
        width *= 2;
      }
    },
    peaks: () => [...peaks],
  };
}

import { openWorker } from '../workers/workers.ts';
import type { VectorAnalysis } from './analysis.ts';
import address from './analysis-worker.ts?worker&url';
import type { UmapInput } from './umap.ts';
import umapAddress from './umap-worker.ts?worker&url';
import { connectWorker } from './worker-call.ts';

export interface OpenAnalysis extends VectorAnalysis {
  /** Projects the rows to 2D with UMAP, in a worker of its own that ends with the result, or with the signal. */
  umap(input: UmapInput, onProgress: (share: number) => void, signal: AbortSignal): Promise<Float32Array>;
  close(): void;
}

/** Opens the analysis of vectors, in a worker. Loaded rows are transferred and are empty here afterwards. */
export function openAnalysis(): OpenAnalysis {
  const line = connectWorker(openWorker(new URL(address, import.meta.url)));
  return {
    load: (rows) => line.ask('load', rows, { transfer: [rows.values.buffer] }),
    nearest: (count, onProgress) => line.ask('nearest', count, { onProgress }),
    near: (input) => line.ask('near', input),
    matrix: (rows) => line.ask('matrix', rows),
    reduced: () => line.ask('reduced', null),
    place: (vector) => line.ask('place', vector),
    async umap(input, onProgress, signal) {
      const own = connectWorker(openWorker(new URL(umapAddress, import.meta.url)));
      const stop = () => own.close();
      signal.addEventListener('abort', stop, { once: true });
      try {
        signal.throwIfAborted();
        return await own.ask<Float32Array>('map', input, { onProgress });
      } finally {
        signal.removeEventListener('abort', stop);
        own.close();
      }
    },
    close: () => line.close(),
  };
}

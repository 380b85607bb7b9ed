import type { FileRef } from '#shared/protocol/part.ts';

type Vectors = ReadonlyMap<number, Float32Array>;

/** Collects vectors that are not in a file yet, by run and text index. */
export function createUnsavedVectors(keep: (corpusId: string, vectors: Vectors) => Promise<FileRef[]>) {
  const byRun = new Map<string, Vectors>();
  const add = (runId: string, vectors: Vectors, newer: Vectors = new Map()) =>
    byRun.set(runId, new Map([...vectors, ...newer]));
  return {
    /** @returns how many were added. */
    add(runId: string, vectors: Vectors): number {
      add(runId, byRun.get(runId) ?? new Map(), vectors);
      return vectors.size;
    },
    clear: () => byRun.clear(),
    /** Writes the vectors of a run to files; those that fail stay for the next time. Rejects with an `AppError`. */
    async store(corpusId: string, runId: string): Promise<FileRef[]> {
      const vectors = byRun.get(runId);
      if (!vectors) return [];
      byRun.delete(runId);
      try {
        return await keep(corpusId, vectors);
      } catch (thrown) {
        add(runId, vectors, byRun.get(runId));
        throw thrown;
      }
    },
  };
}

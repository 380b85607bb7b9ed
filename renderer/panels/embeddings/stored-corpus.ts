import type { FileRef } from '#shared/protocol/part.ts';
import { defaultBatch } from '../../lib/corpus/batches.ts';
import {
  type CorpusDocument,
  type readVectors,
  restoreBatches,
  restoreItems,
  type StoredRun,
  toStoredBatches,
  toStoredItems,
} from '../../lib/corpus/corpus-document.ts';
import type { EmbedBatch, EmbeddedItem } from '../../lib/corpus/embed-texts.ts';
import type { readTexts } from '../../lib/corpus/read-texts.ts';
import type { SavedDocument } from '../../lib/documents/document-storage.ts';
import { type Corpus, type ModelRun, nothingRead, vectorCount } from './corpus.ts';

/** Whether the corpus has neither text nor vectors; the library does not store such a corpus. */
export const isBlank = ({ source, run }: Corpus): boolean => source === '' && run === null;

/** Returns the name of a corpus in lists: its file name, else its first text. */
export const titleOf = ({ name, read, source }: Corpus): string =>
  (name || (read.items[0]?.text ?? source).trim()).slice(0, 120);

/** Returns the list row of a corpus, with `vectors|texts` in its note. */
export function rowOf(corpus: Corpus): SavedDocument {
  const { id, name, source, kind, column, batch, run, others, read } = corpus;
  const runs = run ? [storedRun(run), ...others] : [];
  return {
    id,
    panel: 'embeddings',
    title: titleOf(corpus),
    starred: false,
    model: run?.model ?? null,
    note: `${vectorCount(run)}|${read.items.length}`,
    content: JSON.stringify({ version: 1, id, name, source, kind, column, batch, runs } satisfies CorpusDocument),
    passages: [],
  };
}

const storedRun = ({ items, batches, segments, ...run }: ModelRun): StoredRun => ({
  ...run,
  batches: toStoredBatches(batches),
  segments: [...segments],
  ...toStoredItems(items),
});

/** Returns a stored corpus with its vectors. `lost`: number of vector files that could not be read. */
export async function restoreCorpus(
  { id, name, source, kind, column, batch = defaultBatch, runs: [stored, ...others] }: CorpusDocument,
  ports: { readTexts: typeof readTexts; readVectors: typeof readVectors },
): Promise<{ corpus: Corpus; lost: number }> {
  const read = source === '' ? nothingRead : await ports.readTexts(source, { kind, column: column ?? undefined });
  const corpus: Corpus = { id, name, source, kind, column, batch, read, run: null, others };
  if (!stored) return { corpus, lost: 0 };
  const { batches, ...facts } = stored;
  const { vectors, lost } = await ports.readVectors(stored.segments);
  const known = restoreItems(stored, vectors);
  const items = read.items.map((_, place) => known[place] ?? null);
  const run: ModelRun = {
    connectionName: '',
    keyAlias: null,
    elapsedMs: null,
    isDerived: batches === undefined,
    ...facts,
    items,
    batches: batches ? restoreBatches(batches) : batchesOf(items),
  };
  return { corpus: { ...corpus, run }, lost };
}

/**
 * Returns the batches of a run that an earlier version stored without them. Their tokens are sums of rounded shares: an
 * estimate.
 */
function batchesOf(items: readonly (EmbeddedItem | null)[]): EmbedBatch[] {
  const batches = new Map<string, { places: number[]; batch: Omit<EmbedBatch, 'places'> }>();
  for (const [place, item] of items.entries()) {
    if (!item?.exchangeId) continue;
    const { exchangeId, ms, failure } = item;
    const found = batches.get(exchangeId) ?? {
      places: [],
      batch: { state: 'done', exchangeId, tokens: null, ms, oddities: [], failure: null },
    };
    found.places.push(place);
    if (item.tokens !== null) found.batch.tokens = (found.batch.tokens ?? 0) + item.tokens;
    if (failure) found.batch = { ...found.batch, state: item.isShare ? 'short' : 'failed', failure };
    batches.set(exchangeId, found);
  }
  return [...batches.values()].map(({ places, batch }) => ({
    places,
    ...batch,
    tokens: batch.tokens === null ? null : Math.round(batch.tokens),
  }));
}

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

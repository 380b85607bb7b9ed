import { defaultBatch } from '../../lib/corpus/batches.ts';
import { type CorpusDocument, restoreBatches, restoreItems } from '../../lib/corpus/corpus-document.ts';
import type { EmbedBatch, EmbeddedItem } from '../../lib/corpus/embed-texts.ts';
import type { readTexts } from '../../lib/corpus/read-texts.ts';
import type { readVectors } from '../../lib/corpus/vector-files.ts';
import { type Corpus, type ModelRun, nothingRead } from './model/lab.ts';

/** Returns a stored corpus with its vectors. `lost`: number of vector files that could not be read. */
export async function restoreCorpus(
  { id, name, source, kind, column, batch = defaultBatch, runs }: CorpusDocument,
  ports: { readTexts: typeof readTexts; readVectors: typeof readVectors },
): Promise<{ corpus: Corpus; lost: number }> {
  const read = source === '' ? nothingRead : await ports.readTexts(source, { kind, column: column ?? undefined });
  let lost = 0;
  const restored = await Promise.all(
    runs.map(async ({ batches, ...run }): Promise<ModelRun> => {
      const found = await ports.readVectors(run.segments);
      lost += found.lost;
      const known = restoreItems(run, found.vectors);
      const items = read.items.map((_, place) => known[place] ?? null);
      return {
        connectionName: '',
        keyAlias: null,
        elapsedMs: null,
        isDerived: batches === undefined,
        ...run,
        items,
        batches: batches ? restoreBatches(batches) : batchesOf(items),
      };
    }),
  );
  const [base = null, overlay = null] = restored;
  return { corpus: { id, name, source, kind, column, batch, read, base, overlay }, lost };
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

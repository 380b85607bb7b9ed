import type { Failure } from '#shared/protocol/failure.ts';
import type { FileRef, VectorEncoding } from '#shared/protocol/part.ts';
import type { BatchLimits } from './batches.ts';
import type { EmbeddingOptions } from './embed-request.ts';
import type { EmbedBatch, EmbeddedItem } from './embed-texts.ts';
import type { TextsKind } from './text-column.ts';

/** A corpus as stored: the user's input, and one run per model. Its vectors are stored in separate files. */
export interface CorpusDocument {
  version: 1;
  id: string;
  /** Given by the user; empty until then. */
  name: string;
  /** The texts as they were pasted or read; parsed again each time. */
  source: string;
  kind: 'auto' | TextsKind;
  column: string | null;
  /** Absent in documents of earlier versions. */
  batch?: BatchLimits;
  runs: StoredRun[];
}

/** One model's vectors of a corpus. */
export interface StoredRun {
  id: string;
  connectionId: string;
  keyId: string | null;
  /** This and the next are absent in runs of earlier versions. */
  connectionName?: string;
  keyAlias?: string | null;
  model: string;
  options: EmbeddingOptions;
  encoding: VectorEncoding | null;
  /** Files with the vectors by place; a later one overrides an earlier one. */
  segments: FileRef[];
  /** The exchanges that `items` refer to. */
  exchanges: string[];
  /** By place of the text; `null` for one that was not requested. */
  items: (StoredItem | null)[];
  /** Absent in runs of earlier versions, as are the two after it. */
  batches?: StoredBatch[];
  isDerived?: boolean;
  elapsedMs?: number | null;
  /** Why the run ended early. */
  failure: Failure | null;
}

/** Short, because there are many: place in `exchanges` (-1: none), tokens, whether they are a share, milliseconds. */
export type StoredItem = [
  exchange: number,
  tokens: number | null,
  isShare: 0 | 1,
  ms: number | null,
  failure?: Failure,
];

/** Returns the facts of items in their stored form, without vectors. */
export function toStoredItems(items: readonly (EmbeddedItem | null)[]): Pick<StoredRun, 'exchanges' | 'items'> {
  const numbers = new Map<string, number>();
  const kept = items.map((item): StoredItem | null => {
    if (!item || (!item.vector && !item.failure)) return null;
    const { exchangeId, tokens, isShare, ms, failure } = item;
    if (exchangeId !== null && !numbers.has(exchangeId)) numbers.set(exchangeId, numbers.size);
    const number = exchangeId === null ? -1 : (numbers.get(exchangeId) ?? -1);
    const rounded = tokens === null ? null : Math.round(tokens * 100) / 100;
    return failure ? [number, rounded, isShare ? 1 : 0, ms, failure] : [number, rounded, isShare ? 1 : 0, ms];
  });
  return { exchanges: [...numbers.keys()], items: kept };
}

/** Restores items with the vectors that were found. An item whose vector is missing counts as never requested. */
export function restoreItems(
  { exchanges, items }: Pick<StoredRun, 'exchanges' | 'items'>,
  vectors: ReadonlyMap<number, Float32Array>,
): (EmbeddedItem | null)[] {
  return items.map((kept, place) => {
    if (!kept) return null;
    const [exchange, tokens, isShare, ms, failure] = kept;
    const vector = vectors.get(place) ?? null;
    if (!vector && !failure) return null;
    return {
      vector,
      failure: failure ?? null,
      exchangeId: exchanges[exchange] ?? null,
      tokens,
      isShare: isShare === 1,
      ms,
    };
  });
}

/** A batch as stored: its places as ranges of consecutive ones, first and last. */
export interface StoredBatch extends Omit<EmbedBatch, 'places'> {
  places: [first: number, last: number][];
}

export const toStoredBatches = (batches: readonly EmbedBatch[]): StoredBatch[] =>
  batches.map((batch) => ({ ...batch, places: stretchesOf(batch.places) }));

export const restoreBatches = (batches: readonly StoredBatch[]): EmbedBatch[] =>
  batches.map((batch) => ({
    ...batch,
    places: batch.places.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at)),
  }));

function stretchesOf(places: readonly number[]): [number, number][] {
  const stretches: [number, number][] = [];
  for (const place of places) {
    const open = stretches.at(-1);
    if (open && open[1] + 1 === place) open[1] = place;
    else stretches.push([place, place]);
  }
  return stretches;
}

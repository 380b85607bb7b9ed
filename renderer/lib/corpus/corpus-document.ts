import type { Failure } from '#shared/protocol/failure.ts';
import type { FileRef, VectorEncoding } from '#shared/protocol/part.ts';
import type { BatchLimits } from './batches.ts';
import type { EmbeddedItem } from './embed-texts.ts';
import type { EmbeddingOptions } from './embedding-draft.ts';
import type { KeptBatch } from './kept-batches.ts';
import type { TextsKind } from './text-column.ts';

/** A corpus as it is kept: what the person gave, and one run for each model. Its vectors lie in files of their own. */
export interface CorpusDocument {
  version: 1;
  id: string;
  /** Its own name; empty as long as nobody gave one. */
  name: string;
  /** The texts as they were pasted or read; they are understood anew each time. */
  source: string;
  kind: 'auto' | TextsKind;
  column: string | null;
  /** Absent in documents of earlier versions. */
  batch?: BatchLimits;
  runs: KeptRun[];
}

/** One model's vectors of a corpus. */
export interface KeptRun {
  id: string;
  connectionId: string;
  keyId: string | null;
  /** This and the next are absent in runs of earlier versions. */
  connectionName?: string;
  keyAlias?: string | null;
  model: string;
  options: EmbeddingOptions;
  encoding: VectorEncoding | null;
  /** Files with the vectors by place; a later one goes before an earlier one. */
  segments: FileRef[];
  /** The exchanges that `items` speak of. */
  exchanges: string[];
  /** By place of the text; `null` for one that was not asked for. */
  items: (KeptItem | null)[];
  /** Absent in runs of earlier versions, as are the two after it. */
  batches?: KeptBatch[];
  isDerived?: boolean;
  elapsedMs?: number | null;
  /** Why the run ended early. */
  failure: Failure | null;
}

/** Short, because there are many: place in `exchanges` (-1: none), tokens, whether they are a share, milliseconds. */
export type KeptItem = [exchange: number, tokens: number | null, isShare: 0 | 1, ms: number | null, failure?: Failure];

/** Facts of items in their kept form. Vectors are not in it. */
export function keepItems(items: readonly (EmbeddedItem | null)[]): Pick<KeptRun, 'exchanges' | 'items'> {
  const numbers = new Map<string, number>();
  const kept = items.map((item): KeptItem | null => {
    if (!item || (!item.vector && !item.failure)) return null;
    const { exchangeId, tokens, isShare, ms, failure } = item;
    if (exchangeId !== null && !numbers.has(exchangeId)) numbers.set(exchangeId, numbers.size);
    const number = exchangeId === null ? -1 : (numbers.get(exchangeId) ?? -1);
    const rounded = tokens === null ? null : Math.round(tokens * 100) / 100;
    return failure ? [number, rounded, isShare ? 1 : 0, ms, failure] : [number, rounded, isShare ? 1 : 0, ms];
  });
  return { exchanges: [...numbers.keys()], items: kept };
}

/** Items as they were, with the vectors that were found. One whose vector is gone is as if it was never asked for. */
export function restoreItems(
  { exchanges, items }: Pick<KeptRun, 'exchanges' | 'items'>,
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

import { AppError, type Failure, failure } from '#shared/protocol/failure.ts';
import type { FileRef, VectorEncoding } from '#shared/protocol/part.ts';
import { addressOf } from '../files/file-address.ts';
import { admitFile } from '../files/files.ts';
import { strings } from '../i18n/strings.ts';
import { packRows, unpackRows } from '../vectors/float-file.ts';
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
type StoredItem = [exchange: number, tokens: number | null, isShare: 0 | 1, ms: number | null, failure?: Failure];

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
interface StoredBatch extends Omit<EmbedBatch, 'places'> {
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

/**
 * Stores vectors as files of the file store, one for each number of dimensions. Rejects with an `AppError` when they
 * could not be stored.
 */
export async function storeVectors(name: string, vectors: ReadonlyMap<number, Float32Array>): Promise<FileRef[]> {
  const bySize = new Map<number, [number, Float32Array][]>();
  for (const entry of vectors) bySize.set(entry[1].length, [...(bySize.get(entry[1].length) ?? []), entry]);
  const kept: FileRef[] = [];
  for (const rows of bySize.values()) {
    const bytes = packRows(
      rows.map(([place]) => place),
      rows.map(([, vector]) => vector),
    );
    kept.push(await admitFile(new File([bytes], `${name}.vectors`, { type: 'application/octet-stream' })));
  }
  return kept;
}

/** Reads the vectors of stored files by place. A file that is missing or damaged is left out and counted in `lost`. */
export async function readVectors(
  segments: readonly FileRef[],
): Promise<{ vectors: Map<number, Float32Array>; lost: number }> {
  const vectors = new Map<number, Float32Array>();
  let lost = 0;
  for (const segment of segments) {
    const found = await readSegment(segment).catch(() => null);
    if (found) for (const [place, vector] of found) vectors.set(place, vector);
    else lost += 1;
  }
  return { vectors, lost };
}

async function readSegment({ id }: FileRef): Promise<Map<number, Float32Array> | null> {
  const answer = await fetch(await addressOf(id));
  if (!answer.ok) throw new AppError(failure('storage', strings().texts.vectors.unread));
  return unpackRows(await answer.arrayBuffer());
}

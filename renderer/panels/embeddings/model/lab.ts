import type { Failure } from '#shared/routes/failure.ts';
import type { FileRef, VectorEncoding } from '#shared/routes/part.ts';
import { type BatchLimits, usualBatch } from '../../../lib/corpus/batches.ts';
import type { EmbedBatch, EmbeddedItem } from '../../../lib/corpus/embed-texts.ts';
import type { EmbeddingOptions } from '../../../lib/corpus/embedding-draft.ts';
import type { ReadTexts, TextsKind } from '../../../lib/corpus/read-texts.ts';
import type { Slot } from '../../../lib/vectors/analysis.ts';

/** A parameter: ticked means sent. */
export interface Setting<T> {
  on: boolean;
  value: T;
}

export interface LabSettings {
  encoding: Setting<'float' | 'base64'>;
  dimensions: Setting<number | null>;
  user: Setting<string>;
  batch: BatchLimits;
}

export const usualSettings: LabSettings = {
  encoding: { on: false, value: 'float' },
  dimensions: { on: false, value: null },
  user: { on: false, value: '' },
  batch: usualBatch,
};

/** One model's vectors of the corpus. */
export interface ModelRun {
  id: string;
  connectionId: string;
  keyId: string | null;
  model: string;
  options: EmbeddingOptions;
  encoding: VectorEncoding | null;
  segments: readonly FileRef[];
  /** By place of the text; `null` for one that was not asked for. */
  items: readonly (EmbeddedItem | null)[];
  /** Requests in the order in which they ended, by place. */
  batches: readonly EmbedBatch[];
  /** Why it ended early. */
  failure: Failure | null;
}

/** What is under way. */
export interface RunningRun {
  slot: Slot;
  settled: number;
  total: number;
  /** When it began, on the page's clock. */
  startedMs: number;
}

export interface Corpus {
  id: string;
  name: string;
  source: string;
  kind: 'auto' | TextsKind;
  column: string | null;
  /** What was understood of the source. */
  read: ReadTexts;
  base: ModelRun | null;
  overlay: ModelRun | null;
}

export const nothingRead: ReadTexts = { kind: 'lines', columns: [], column: null, items: [], problems: [] };

export const emptyCorpus = (id: string): Corpus => ({
  id,
  name: '',
  source: '',
  kind: 'auto',
  column: null,
  read: nothingRead,
  base: null,
  overlay: null,
});

/** The fields that are ticked and have a value. */
export const optionsOf = ({ encoding, dimensions, user }: LabSettings): EmbeddingOptions => ({
  ...(encoding.on ? { encodingFormat: encoding.value } : {}),
  ...(dimensions.on && dimensions.value !== null ? { dimensions: dimensions.value } : {}),
  ...(user.on && user.value !== '' ? { user: user.value } : {}),
});

/** Parameters in the request, the texts included. */
export const sentCount = (settings: LabSettings): number => 1 + Object.keys(optionsOf(settings)).length;

/** Places of texts without a vector. */
export function missingPlaces(count: number, run: ModelRun | null): number[] {
  return Array.from({ length: count }, (_, place) => place).filter((place) => !run?.items[place]?.vector);
}

export const vectorCount = (run: ModelRun | null): number => run?.items.filter((item) => item?.vector).length ?? 0;

interface Asked {
  connectionId: string;
  model: string;
  options: EmbeddingOptions;
}

/**
 * Whether vectors asked for now belong to those of a run. The number format and the end user change no vector; another
 * model, connection or number of dimensions does.
 */
export const continues = (run: ModelRun | null, { connectionId, model, options }: Asked): boolean =>
  run !== null &&
  run.connectionId === connectionId &&
  run.model === model &&
  run.options.dimensions === options.dimensions;

/** Items moved to where their texts stand now; a text that is new has none. */
export function moveItems(
  before: readonly string[],
  after: readonly string[],
  items: readonly (EmbeddedItem | null)[],
): readonly (EmbeddedItem | null)[] {
  const known = new Map<string, EmbeddedItem>();
  for (const [place, text] of before.entries()) {
    const item = items[place];
    if (item && (item.vector || !known.has(text))) known.set(text, item);
  }
  return after.map((text) => known.get(text) ?? null);
}

/** The requests that items speak of, for a run that was read from the library. */
export function batchesOf(items: readonly (EmbeddedItem | null)[]): EmbedBatch[] {
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

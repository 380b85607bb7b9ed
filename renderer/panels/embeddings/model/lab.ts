import type { Failure } from '#shared/protocol/failure.ts';
import type { FileRef, VectorEncoding } from '#shared/protocol/part.ts';
import { type BatchLimits, usualBatch } from '../../../lib/corpus/batches.ts';
import type { EmbedBatch, EmbeddedItem } from '../../../lib/corpus/embed-texts.ts';
import type { EmbeddingOptions } from '../../../lib/corpus/embedding-draft.ts';
import type { ReadTexts, TextsKind } from '../../../lib/corpus/text-column.ts';
import type { WorkOrigin } from '../../../lib/gateway/origin/work-origin.ts';
import type { Slot } from '../../../lib/vectors/analysis.ts';

/** A parameter: ticked means sent. */
export interface Setting<T> {
  on: boolean;
  value: T;
}

export interface EmbeddingsSettings {
  encoding: Setting<'float' | 'base64'>;
  dimensions: Setting<number | null>;
  user: Setting<string>;
}

export const usualSettings: EmbeddingsSettings = {
  encoding: { on: false, value: 'float' },
  dimensions: { on: false, value: null },
  user: { on: false, value: '' },
};

/** One model's vectors of the corpus. */
export interface ModelRun {
  id: string;
  connectionId: string;
  /** `''` in runs of earlier versions. */
  connectionName: string;
  keyId: string | null;
  keyAlias: string | null;
  model: string;
  options: EmbeddingOptions;
  encoding: VectorEncoding | null;
  segments: readonly FileRef[];
  /** By place of the text; `null` for one that was not asked for. */
  items: readonly (EmbeddedItem | null)[];
  /** Requests in the order in which they ended, by place. */
  batches: readonly EmbedBatch[];
  /** An earlier version stored this run: its first batches are derived from its texts, their tokens are an estimate. */
  isDerived: boolean;
  /** Time that passed while its requests were sent, all passes together, ms. `null`: an earlier version did not store it. */
  elapsedMs: number | null;
  /** Why it ended early. */
  failure: Failure | null;
}

/** Where the vectors of a run are from. */
export const originOf = ({ connectionId, connectionName, keyId, keyAlias, model }: ModelRun): WorkOrigin => ({
  connectionId,
  connectionName,
  keyId,
  keyAlias,
  routeId: 'embeddings',
  model,
});

/** The settings with which a run of these options is sent again. */
export const settingsOf = ({ encodingFormat, dimensions, user }: EmbeddingOptions): EmbeddingsSettings => ({
  encoding: { on: encodingFormat !== undefined, value: encodingFormat ?? 'float' },
  dimensions: { on: dimensions !== undefined, value: dimensions ?? null },
  user: { on: user !== undefined, value: user ?? '' },
});

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
  /** How its texts are cut into requests. */
  batch: BatchLimits;
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
  batch: usualBatch,
  base: null,
  overlay: null,
});

/** The fields that are ticked and have a value. */
export const optionsOf = ({ encoding, dimensions, user }: EmbeddingsSettings): EmbeddingOptions => ({
  ...(encoding.on ? { encodingFormat: encoding.value } : {}),
  ...(dimensions.on && dimensions.value !== null ? { dimensions: dimensions.value } : {}),
  ...(user.on && user.value !== '' ? { user: user.value } : {}),
});

/** Parameters in the request, the texts included. */
export const sentCount = (settings: EmbeddingsSettings): number => 1 + Object.keys(optionsOf(settings)).length;

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

/** A run of which nothing has been sent. */
export const freshRun = (id: string, texts: number) => ({
  id,
  encoding: null,
  segments: [],
  items: Array.from({ length: texts }, () => null),
  batches: [],
  isDerived: false,
  elapsedMs: 0,
  failure: null,
});

/** The vectors of a run by place. */
export const vectorsOf = (items: readonly (EmbeddedItem | null)[]): Map<number, Float32Array> =>
  new Map(items.flatMap((item, place) => (item?.vector ? [[place, item.vector]] : [])));

/** Batches after the texts were edited: what they used stays, their places are where their texts are now. */
export function moveBatches(batches: readonly EmbedBatch[], items: readonly (EmbeddedItem | null)[]): EmbedBatch[] {
  const places = new Map<string, number[]>();
  for (const [place, item] of items.entries()) {
    if (!item?.exchangeId) continue;
    const found = places.get(item.exchangeId);
    if (found) found.push(place);
    else places.set(item.exchangeId, [place]);
  }
  return batches.map((batch) => ({ ...batch, places: places.get(batch.exchangeId ?? '') ?? [] }));
}

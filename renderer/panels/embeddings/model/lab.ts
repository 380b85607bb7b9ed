import type { Failure } from '#shared/protocol/failure.ts';
import type { FileRef, VectorEncoding } from '#shared/protocol/part.ts';
import { type BatchLimits, defaultBatch } from '../../../lib/corpus/batches.ts';
import type { EmbedBatch, EmbeddedItem } from '../../../lib/corpus/embed-texts.ts';
import type { EmbeddingOptions, EncodingFormat } from '../../../lib/corpus/embedding-draft.ts';
import type { ReadTexts, TextsKind } from '../../../lib/corpus/text-column.ts';
import type { SelectedPlace, WorkOrigin } from '../../../lib/gateway/origin/work-origin.ts';
import type { Setting } from '../../../lib/gateway/parameters/request-parameters.ts';
import type { Slot } from '../../../lib/vectors/analysis.ts';

export interface EmbeddingsSettings {
  encoding: Setting<EncodingFormat>;
  dimensions: Setting<number | null>;
  user: Setting<string>;
}

export const usualSettings: EmbeddingsSettings = {
  encoding: { on: false, value: 'float' },
  dimensions: { on: false, value: null },
  user: { on: false, value: '' },
};

/** What to embed with: connection, key, model and parameters at the start of the run. */
export interface EmbedWith extends SelectedPlace {
  model: string;
  options: EmbeddingOptions;
}

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
  /** By text index; `null` for a text that was not requested. */
  items: readonly (EmbeddedItem | null)[];
  /** Requests in the order in which they ended, by text index. */
  batches: readonly EmbedBatch[];
  /** An earlier version stored this run: its first batches are derived from its texts, their tokens are an estimate. */
  isDerived: boolean;
  /** Time during which its requests were sent, all passes together, ms. `null`: an earlier version did not store it. */
  elapsedMs: number | null;
  /** Why it ended early. */
  failure: Failure | null;
}

/** Returns where the vectors of a run are from. */
export const originOf = ({ connectionId, connectionName, keyId, keyAlias, model }: ModelRun): WorkOrigin => ({
  connectionId,
  connectionName,
  keyId,
  keyAlias,
  routeId: 'embeddings',
  model,
});

/** Returns the settings that reproduce a run with these options. */
export const settingsOf = ({ encodingFormat, dimensions, user }: EmbeddingOptions): EmbeddingsSettings => ({
  encoding: { on: encodingFormat !== undefined, value: encodingFormat ?? 'float' },
  dimensions: { on: dimensions !== undefined, value: dimensions ?? null },
  user: { on: user !== undefined, value: user ?? '' },
});

/** The run in progress. */
export interface RunningRun {
  slot: Slot;
  settled: number;
  total: number;
  /** When it started, on the page's clock. */
  startedMs: number;
}

export interface Corpus {
  id: string;
  name: string;
  source: string;
  kind: 'auto' | TextsKind;
  column: string | null;
  /** The texts read from the source. */
  read: ReadTexts;
  /** How its texts are split into requests. */
  batch: BatchLimits;
  base: ModelRun | null;
  overlay: ModelRun | null;
}

export const runsOf = ({ base, overlay }: Pick<Corpus, 'base' | 'overlay'>): ModelRun[] =>
  [base, overlay].filter((run) => run !== null);

export const nothingRead: ReadTexts = { kind: 'lines', columns: [], column: null, items: [], problems: [] };

export const emptyCorpus = (id: string): Corpus => ({
  id,
  name: '',
  source: '',
  kind: 'auto',
  column: null,
  read: nothingRead,
  batch: defaultBatch,
  base: null,
  overlay: null,
});

/** Returns the fields that are on and have a value. */
export const optionsOf = ({ encoding, dimensions, user }: EmbeddingsSettings): EmbeddingOptions => ({
  ...(encoding.on ? { encodingFormat: encoding.value } : {}),
  ...(dimensions.on && dimensions.value !== null ? { dimensions: dimensions.value } : {}),
  ...(user.on && user.value !== '' ? { user: user.value } : {}),
});

/** Returns the indexes of texts without a vector. */
export function missingPlaces(count: number, run: ModelRun | null): number[] {
  return Array.from({ length: count }, (_, place) => place).filter((place) => !run?.items[place]?.vector);
}

export const vectorCount = (run: ModelRun | null): number => run?.items.filter((item) => item?.vector).length ?? 0;

interface EmbedTarget {
  connectionId: string;
  model: string;
  options: EmbeddingOptions;
}

/**
 * Whether vectors requested now are comparable to those of a run. The number format and the end user do not change a
 * vector; another model, connection or number of dimensions does.
 */
export const isComparable = (run: ModelRun | null, { connectionId, model, options }: EmbedTarget): boolean =>
  run !== null &&
  run.connectionId === connectionId &&
  run.model === model &&
  run.options.dimensions === options.dimensions;

/** Returns a run after the texts were edited: the vectors move with their texts, and are not in a file yet. */
export function runAfterEdit(run: ModelRun, before: readonly string[], after: readonly string[]): ModelRun {
  const items = moveItems(before, after, run.items);
  return { ...run, items, batches: moveBatches(run.batches, items), segments: [] };
}

/** Returns the run to embed into: the previous one where its vectors are comparable to the new ones, else `fresh`. */
export const nextRun = (
  before: ModelRun | null,
  given: Pick<ModelRun, keyof SelectedPlace | 'model' | 'options'>,
  fresh: () => ReturnType<typeof freshRun>,
): ModelRun =>
  before && isComparable(before, given) ? { ...before, ...given, failure: null } : { ...fresh(), ...given };

/** Moves items to the current index of their texts; a new text has none. */
function moveItems(
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

/** Returns the state of a run of which nothing has been sent. */
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

/** Returns the vectors of a run by text index. */
export const vectorsOf = (items: Iterable<[place: number, EmbeddedItem | null]>): Map<number, Float32Array> =>
  new Map([...items].flatMap(([place, item]) => (item?.vector ? [[place, item.vector]] : [])));

/** Returns the batches after the texts were edited: their usage stays, their indexes follow their texts. */
function moveBatches(batches: readonly EmbedBatch[], items: readonly (EmbeddedItem | null)[]): EmbedBatch[] {
  const places = new Map<string, number[]>();
  for (const [place, item] of items.entries()) {
    if (!item?.exchangeId) continue;
    const found = places.get(item.exchangeId);
    if (found) found.push(place);
    else places.set(item.exchangeId, [place]);
  }
  return batches.map((batch) => ({ ...batch, places: places.get(batch.exchangeId ?? '') ?? [] }));
}

import type { Failure } from '#shared/protocol/failure.ts';
import type { FileRef, VectorEncoding } from '#shared/protocol/part.ts';
import { type BatchLimits, defaultBatch } from '../../lib/corpus/batches.ts';
import type { StoredRun } from '../../lib/corpus/corpus-document.ts';
import type { EmbeddingOptions, EncodingFormat } from '../../lib/corpus/embed-request.ts';
import type { EmbedBatch, EmbeddedItem } from '../../lib/corpus/embed-texts.ts';
import type { ReadTexts, TextsKind } from '../../lib/corpus/text-column.ts';
import type { SelectedPlace, WorkOrigin } from '../../lib/gateway/origin/work-origin.ts';
import type { Setting } from '../../lib/gateway/parameters/request-parameters.ts';

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

/** The vectors of the corpus by one model. */
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
  run: ModelRun | null;
  /** Runs of second models, which earlier versions embedded as well: kept as they were stored. */
  others: readonly StoredRun[];
}

export const nothingRead: ReadTexts = { kind: 'lines', columns: [], column: null, items: [], problems: [] };

export const emptyCorpus = (id: string): Corpus => ({
  id,
  name: '',
  source: '',
  kind: 'auto',
  column: null,
  read: nothingRead,
  batch: defaultBatch,
  run: null,
  others: [],
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

/** Usage of a run's requests, as the gateway reported it. */
export interface RunUsage {
  /** Input tokens; `null` when no response had a count. */
  tokens: number | null;
  /** Responses with a token count, and all responses. */
  counted: number;
  answered: number;
  /** The durations of all requests added together, ms. Requests run concurrently, so this is not the elapsed time. */
  requestMs: number;
}

export function usageOf({ batches }: Pick<ModelRun, 'batches'>): RunUsage {
  const answered = batches.filter(({ state, tokens }) => state === 'done' || state === 'short' || tokens !== null);
  const counts = answered.flatMap(({ tokens }) => tokens ?? []);
  return {
    tokens: counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0),
    counted: counts.length,
    answered: answered.length,
    requestMs: batches.reduce((sum, { ms }) => sum + (ms ?? 0), 0),
  };
}

/** Returns the exchanges of all requests of a run; none where an earlier version did not store each of them. */
export function exchangesOf({ batches, isDerived }: Pick<ModelRun, 'batches' | 'isDerived'>): readonly string[] {
  const ids = batches.flatMap(({ exchangeId }) => exchangeId ?? []);
  return isDerived || ids.length < batches.length ? [] : ids;
}

/** Counts the texts without a vector after the gateway responded: rejected by it, or left out of its response. */
export function withoutVector({ items }: Pick<ModelRun, 'items'>): {
  rejected: number;
  omitted: number;
  /** Why the first one was rejected. */
  why: Failure | null;
} {
  const failures = items.flatMap((item) => (item?.failure && !item.vector ? item.failure : []));
  const rejections = failures.filter(({ code }) => code !== 'empty');
  return {
    rejected: rejections.length,
    omitted: failures.length - rejections.length,
    why: rejections[0] ?? null,
  };
}

/** Returns the number of dimensions most vectors of a run have; 0 without vectors. */
export function mainDimensions({ items }: Pick<ModelRun, 'items'>): number {
  const counts = new Map<number, number>();
  for (const item of items) if (item?.vector) counts.set(item.vector.length, (counts.get(item.vector.length) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 0;
}

/** Returns the indexes of the comparable texts: those with a vector of the usual dimensions. */
export function comparablePlaces(run: ModelRun): number[] {
  const size = mainDimensions(run);
  return run.items.flatMap((item, place) => (size > 0 && item?.vector?.length === size ? [place] : []));
}

type Named = Pick<ModelRun, 'connectionId' | 'connectionName' | 'model' | 'options'>;

/** Returns names for two sets of vectors: the model, and whatever else distinguishes the two. */
export function distinctNames(
  one: Named,
  other: Named,
  words: {
    on: (model: string, connection: string) => string;
    sized: (model: string, dimensions: number | null) => string;
  },
): [one: string, other: string] {
  const name = ({ connectionId, connectionName, model, options }: Named, beside: Named): string => {
    if (connectionId !== beside.connectionId && connectionName) return words.on(model, connectionName);
    const isSized = model === beside.model && options.dimensions !== beside.options.dimensions;
    return isSized ? words.sized(model, options.dimensions ?? null) : model;
  };
  return [name(one, other), name(other, one)];
}

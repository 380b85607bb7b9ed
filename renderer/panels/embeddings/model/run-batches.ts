import type { EmbedBatch, EmbeddedItem } from '../../../lib/corpus/embed-texts.ts';
import type { ModelRun } from './lab.ts';

/** What the requests of a run used, as the gateway reported it. */
export interface RunUsage {
  /** Input tokens; `null` when no response had a count. */
  tokens: number | null;
  /** Responses with a count of tokens, and all that were counted. */
  counted: number;
  answered: number;
  /** The durations of all requests added together, ms. Requests run side by side, so this is not the time that passed. */
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

/**
 * The batches of a run that an earlier version stored without them. Their tokens are sums of rounded shares: an estimate.
 */
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

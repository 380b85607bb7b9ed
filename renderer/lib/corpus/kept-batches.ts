import type { EmbedBatch } from './embed-texts.ts';

/** A batch as it is stored: its places as stretches of consecutive ones, first and last. */
export interface KeptBatch extends Omit<EmbedBatch, 'places'> {
  places: [first: number, last: number][];
}

export const keepBatches = (batches: readonly EmbedBatch[]): KeptBatch[] =>
  batches.map((batch) => ({ ...batch, places: stretchesOf(batch.places) }));

export const restoreBatches = (batches: readonly KeptBatch[]): EmbedBatch[] =>
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

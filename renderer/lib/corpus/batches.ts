/** How much goes into one request, and how many requests run side by side. */
export interface BatchLimits {
  /** Texts in one request at most. */
  items: number;
  /** Characters (UTF-16 units) in one request at most; a longer text goes alone. */
  characters: number;
  /** Requests at the same time. */
  atOnce: number;
}

/** Public services take up to 2,048 texts and some 300,000 tokens a request; smaller requests lose less when one fails. */
export const usualBatch: BatchLimits = { items: 64, characters: 100_000, atOnce: 2 };

/**
 * Cuts a corpus into requests, in order.
 *
 * @param places places of the texts that are wanted; all of `texts` by default.
 * @returns for each request the places of its texts.
 */
export function planBatches(
  texts: readonly string[],
  { items, characters }: Pick<BatchLimits, 'items' | 'characters'>,
  places: readonly number[] = texts.map((_, place) => place),
): number[][] {
  const batches: number[][] = [];
  let open: number[] = [];
  let size = 0;
  for (const place of places) {
    const length = texts[place]?.length ?? 0;
    if (open.length > 0 && (open.length >= Math.max(1, items) || size + length > characters)) {
      batches.push(open);
      open = [];
      size = 0;
    }
    open.push(place);
    size += length;
  }
  if (open.length > 0) batches.push(open);
  return batches;
}

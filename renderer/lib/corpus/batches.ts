/** How much is sent per request, and how many requests run concurrently. */
export interface BatchLimits {
  /** Maximum texts per request. */
  items: number;
  /** Maximum characters (UTF-16 units) per request; a longer text is sent alone. */
  characters: number;
  /** Concurrent requests. */
  atOnce: number;
}

/**
 * Public services accept up to 2,048 texts and some 300,000 tokens per request; smaller requests lose less when one
 * fails.
 */
export const defaultBatch: BatchLimits = { items: 64, characters: 100_000, atOnce: 2 };

/**
 * Splits a corpus into requests, in order.
 *
 * @param places places of the texts to send; all of `texts` by default.
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

/** How many sequences were not valid UTF-8, and where the first one is. */
export interface InvalidUtf8 {
  count: number;
  /** In bytes, `null` while the count is 0. */
  firstOffset: number | null;
}

export const noneInvalid: InvalidUtf8 = { count: 0, firstOffset: null };

/** Adds up both counts; `shift` turns the index in `more` into an offset. */
export const addInvalid = (before: InvalidUtf8, more: InvalidUtf8, shift: number): InvalidUtf8 => ({
  count: before.count + more.count,
  firstOffset: before.firstOffset ?? (more.firstOffset === null ? null : more.firstOffset + shift),
});

/** Returns the smallest and largest second byte that may follow a lead byte; every later byte is 0x80-0xbf. */
function sequence(lead: number): { length: number; low: number; high: number } | null {
  if (lead >= 0xc2 && lead <= 0xdf) return { length: 2, low: 0x80, high: 0xbf };
  if (lead >= 0xe0 && lead <= 0xef)
    return { length: 3, low: lead === 0xe0 ? 0xa0 : 0x80, high: lead === 0xed ? 0x9f : 0xbf };
  if (lead >= 0xf0 && lead <= 0xf4)
    return { length: 4, low: lead === 0xf0 ? 0x90 : 0x80, high: lead === 0xf4 ? 0x8f : 0xbf };
  return null;
}

/**
 * Counts the invalid sequences in `bytes[from, to)` as a decoder does: each maximal invalid sequence counts once and
 * becomes one U+FFFD. `firstOffset` is an index into `bytes`. Meant for suspect bytes only; it checks each.
 */
export function countInvalidUtf8(bytes: Uint8Array, from: number, to: number): InvalidUtf8 {
  let count = 0;
  let firstOffset: number | null = null;
  let at = from;
  while (at < to) {
    const lead = bytes[at]!;
    if (lead < 0x80) {
      at += 1;
      continue;
    }
    const shape = sequence(lead);
    let taken = 1;
    if (shape !== null) {
      while (taken < shape.length && at + taken < to) {
        const byte = bytes[at + taken]!;
        if (byte < (taken === 1 ? shape.low : 0x80) || byte > (taken === 1 ? shape.high : 0xbf)) break;
        taken += 1;
      }
    }
    if (shape === null || taken < shape.length) {
      count += 1;
      firstOffset ??= at;
    }
    at += taken;
  }
  return { count, firstOffset };
}

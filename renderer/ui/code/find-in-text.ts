export interface FoundText {
  /** Offsets of the matches, ascending. */
  offsets: readonly number[];
  /** Length of each match; case folding can make it differ from the query's. */
  lengths: readonly number[];
  isComplete: boolean;
  /** There are more than were counted. */
  isCapped: boolean;
}

export const noneFound: FoundText = { offsets: [], lengths: [], isComplete: true, isCapped: false };

/** Matches that are counted at most. */
export const findLimit = 10_000;
const sliceChars = 2_000_000;

/**
 * Finds a text without regard to case, slice by slice, so that a search through 100 MB can be left at any moment.
 * Each value holds everything found so far.
 */
export function* findInText(text: string, query: string): Generator<FoundText> {
  if (query === '') {
    yield noneFound;
    return;
  }
  const offsets: number[] = [];
  const lengths: number[] = [];
  const pattern = new RegExp(query.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'giu');
  // A match may lie across two slices, and may be a little longer than the query.
  const overlap = query.length * 3;
  for (let from = 0; from < text.length; from += sliceChars) {
    const slice = text.slice(from, from + sliceChars + overlap);
    pattern.lastIndex = Math.max(0, (offsets.at(-1) ?? -1) + (lengths.at(-1) ?? 0) - from);
    for (let match = pattern.exec(slice); match; match = pattern.exec(slice)) {
      if (match.index >= sliceChars) break;
      if (offsets.length === findLimit) {
        yield { offsets, lengths, isComplete: true, isCapped: true };
        return;
      }
      offsets.push(from + match.index);
      lengths.push(match[0].length);
    }
    yield { offsets, lengths, isComplete: from + sliceChars >= text.length, isCapped: false };
  }
  if (text.length === 0) yield noneFound;
}

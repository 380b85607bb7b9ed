import { useEffect, useState } from 'react';

export interface FoundText {
  /** Offsets of the matches, ascending. */
  offsets: readonly number[];
  /** Length of each match; case folding can make it differ from the query's. */
  lengths: readonly number[];
  isComplete: boolean;
  /** There are more than were counted. */
  isCapped: boolean;
}

const noneFound: FoundText = { offsets: [], lengths: [], isComplete: true, isCapped: false };

/** Maximum number of matches counted. */
export const findLimit = 10_000;
const sliceChars = 2_000_000;

/**
 * Finds a text case-insensitively, slice by slice, so that a search through 100 MB can be cancelled at any moment. Each
 * value contains everything found so far.
 */
export function* findInText(text: string, query: string): Generator<FoundText> {
  if (query === '') {
    yield noneFound;
    return;
  }
  const offsets: number[] = [];
  const lengths: number[] = [];
  const pattern = new RegExp(query.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'giu');
  // A match may cross two slices, and may be a little longer than the query.
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

/** Returns the matches of `query` in `text`, growing while a long text is still being searched. */
export function useFind(text: string, query: string): FoundText {
  const [found, setFound] = useState(noneFound);
  useEffect(() => {
    const search = findInText(text, query);
    let timer: ReturnType<typeof setTimeout>;
    const step = () => {
      const { value, done } = search.next();
      if (done) return;
      setFound({ ...value });
      if (!value.isComplete) timer = setTimeout(step, 0);
    };
    timer = setTimeout(step, 0);
    return () => clearTimeout(timer);
  }, [text, query]);
  return query === '' ? noneFound : found;
}

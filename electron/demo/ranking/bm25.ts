import { letterGroups, termsOf } from '../language/terms.ts';

/** How soon more of the same word stops to count, and how much a long document is held back. */
const saturation = 1.2;
const lengthWeight = 0.75;

/** Scores by BM25 over the documents of one request: 0 or more, in the order of the documents. */
export function bm25(query: string, documents: readonly string[]): number[] {
  const counts = documents.map((document) => countTerms(termsOf(document)));
  const lengths = counts.map((terms) => [...terms.values()].reduce((sum, count) => sum + count, 0));
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length) || 1;
  const wanted = [...new Set(termsOf(query))].map((term) => {
    const holding = counts.filter((terms) => terms.has(term)).length;
    return { term, rarity: Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5)) };
  });
  return counts.map((terms, place) => {
    const stretch = saturation * (1 - lengthWeight + (lengthWeight * (lengths[place] ?? 0)) / average);
    return wanted.reduce((sum, { term, rarity }) => {
      const count = terms.get(term) ?? 0;
      return sum + (rarity * count * (saturation + 1)) / (count + stretch);
    }, 0);
  });
}

function countTerms(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** The share of letter groups that two texts have in common, 0 to 1. */
export function likeness(query: string, documents: readonly string[]): number[] {
  const wanted = letterGroups(query);
  return documents.map((document) => {
    const groups = letterGroups(document);
    let shared = 0;
    for (const group of groups) if (wanted.has(group)) shared++;
    return (2 * shared) / Math.max(1, groups.size + wanted.size);
  });
}

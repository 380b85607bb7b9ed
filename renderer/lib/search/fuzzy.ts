/** How well a text matches a query, and which of its letters did: pairs of start and end. */
export interface FuzzyMatch {
  score: number;
  marks: [start: number, end: number][];
}

const isWordStart = (text: string, at: number) =>
  at === 0 || /[\s\-_./:]/.test(text[at - 1] ?? '') || /[a-z][A-Z]/.test(text.slice(at - 1, at + 1));

/**
 * Finds every word of the query in the text, in any order and letter case: whole if it can, else as beginnings of its
 * words. A hit at the start of a word counts more, a hit at the start of the text most. `null` when a word is missing.
 */
export function fuzzyMatch(query: string, text: string): FuzzyMatch | null {
  const lower = text.toLowerCase();
  const marks: [number, number][] = [];
  let score = 0;
  for (const word of query.trim().toLowerCase().split(/\s+/).filter(Boolean)) {
    const found = wholeWord(word, lower, text) ?? scattered(word, lower, text);
    if (!found) return null;
    score += found.score;
    marks.push(...found.marks);
  }
  // Between equal hits the shorter text is the closer one.
  return { score: score - text.length / 1000, marks: joined(marks) };
}

function wholeWord(word: string, lower: string, text: string): FuzzyMatch | null {
  let best: FuzzyMatch | null = null;
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
    const score = 10 + word.length + (at === 0 ? 8 : isWordStart(text, at) ? 5 : 0);
    if (!best || score > best.score) best = { score, marks: [[at, at + word.length]] };
  }
  return best;
}

/** Matches letters that follow each other, or that begin a later word; nothing is found in the middle of a word. */
function scattered(word: string, lower: string, text: string): FuzzyMatch | null {
  const marks: [number, number][] = [];
  let from = 0;
  for (const letter of word) {
    const last = marks.at(-1);
    if (last && lower[from] === letter) {
      last[1] = from + 1;
      from += 1;
      continue;
    }
    let at = lower.indexOf(letter, from);
    while (at >= 0 && !isWordStart(text, at)) at = lower.indexOf(letter, at + 1);
    if (at < 0) return null;
    marks.push([at, at + 1]);
    from = at + 1;
  }
  // Letters scattered over a text are not a match.
  return marks.length > Math.ceil(word.length / 2) + 1 ? null : { score: 2 * marks.length, marks };
}

function joined(marks: [number, number][]): [number, number][] {
  const sorted = marks.toSorted(([first], [second]) => first - second);
  const result: [number, number][] = [];
  for (const [start, end] of sorted) {
    const last = result.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}

export interface Ranked<T> {
  item: T;
  score: number;
  marks: [number, number][];
}

/** Returns the items that match the query, best first; all of them, in their own order, when the query is empty. */
export function fuzzyRank<T>(query: string, items: readonly T[], textOf: (item: T) => string): Ranked<T>[] {
  if (query.trim() === '') return items.map((item) => ({ item, score: 0, marks: [] }));
  return items
    .flatMap((item) => {
      const match = fuzzyMatch(query, textOf(item));
      return match ? [{ item, ...match }] : [];
    })
    .toSorted((first, second) => second.score - first.score);
}

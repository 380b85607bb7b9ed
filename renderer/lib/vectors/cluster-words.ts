/** Words that distinguish no cluster; others that occur everywhere are found by counting. */
const empty = new Set(
  'the and for are was were with that this from not but you your can has have had its our their they then than who what when where how why will would could should into out about over under after before all any some more most very just also been being does did doing his her him she he it is on in of to an a as at by or be we do if no so up my me us il la le les des un une est que qui pour dans sur pas der die das und ist ein eine nicht mit den dem von für'.split(
    ' ',
  ),
);

const isSpaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u;

let segmenter: Intl.Segmenter | undefined;

/**
 * Returns the words of a text, each once, in lower case. Scripts without spaces are segmented by the browser's
 * dictionary.
 */
export function wordsOf(text: string): Set<string> {
  const lower = text.toLowerCase();
  const words = isSpaceless.test(lower)
    ? segmented(lower)
    : (lower.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu) ?? []).filter((word) => word.length > 2);
  return new Set([...words].filter((word) => !empty.has(word) && !/^[\d'’-]+$/.test(word)));
}

function segmented(text: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  return Array.from(segmenter.segment(text))
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);
}

/**
 * Returns for each cluster the words that distinguish it from the others, the best first: in many of its texts and in
 * few elsewhere.
 *
 * @param groups the cluster of each text.
 * @param count maximum words for each cluster.
 */
export function clusterWords(texts: readonly string[], groups: Uint16Array, count = 2): string[][] {
  const clusters = groups.reduce((most, group) => Math.max(most, group), -1) + 1;
  const sizes = new Array<number>(clusters).fill(0);
  const within = Array.from({ length: clusters }, () => new Map<string, number>());
  const overall = new Map<string, number>();
  for (const [at, text] of texts.entries()) {
    const group = groups[at] ?? 0;
    sizes[group] = (sizes[group] ?? 0) + 1;
    for (const word of wordsOf(text)) {
      within[group]?.set(word, (within[group]?.get(word) ?? 0) + 1);
      overall.set(word, (overall.get(word) ?? 0) + 1);
    }
  }
  const taken = new Set<string>();
  return within.map((counts, group) => {
    const size = Math.max(1, sizes[group] ?? 0);
    const others = Math.max(1, texts.length - size);
    const worth = (word: string, inside: number) => {
      const outside = (overall.get(word) ?? 0) - inside;
      return (inside / size) * Math.log((inside / size + 0.01) / (outside / others + 0.01));
    };
    const ranked = [...counts]
      .filter(([word, inside]) => (inside > 1 || size < 4) && !taken.has(word))
      .map(([word, inside]) => ({ word, worth: worth(word, inside) }))
      .filter((entry) => entry.worth > 0)
      .sort((one, other) => other.worth - one.worth || one.word.localeCompare(other.word));
    const best: string[] = [];
    // Two forms of one word add nothing to one.
    for (const { word } of ranked)
      if (best.length < count && !best.some((other) => areForms(word, other))) best.push(word);
    for (const word of best) taken.add(word);
    return best;
  });
}

/** Returns whether two words share such a long prefix that they are likely forms of one. */
const areForms = (one: string, other: string) =>
  one.slice(0, Math.max(4, Math.min(one.length, other.length) - 2)) ===
  other.slice(0, Math.max(4, Math.min(one.length, other.length) - 2));

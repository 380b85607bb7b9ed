/** What became of one word: heard as it was, as another one, not at all, or without having been said. */
export interface WordStep {
  kind: 'same' | 'changed' | 'missing' | 'added';
  /** As it was said; empty for an added word. */
  said: string;
  /** As it was understood; empty for a missing word. */
  heard: string;
}

export interface WordErrors {
  steps: WordStep[];
  changed: number;
  missing: number;
  added: number;
  /** Words that were said. */
  words: number;
  /** Errors by said words: 0 is perfect, more than 1 is possible. `null` when nothing was said. */
  rate: number | null;
}

/** Letters of scripts that put no space between words, each with the signs that follow it. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]\p{M}*\p{P}*/gu;

/** True for what is written without a space after it. */
export const isUnspaced = (word: string): boolean => word.search(unspaced) === 0;

/** Words between spaces; a letter each in scripts that have none, as error rates of these are counted. */
const wordsOf = (text: string) =>
  text
    .replace(unspaced, ' $& ')
    .split(/\s+/)
    .filter((word) => bare(word) !== '');
const bare = (word: string) =>
  word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** An error in the table. A changed word costs a little more, so that of equally short ways the one with most equal words is taken. */
const error = 1000;
const change = 1001;

/** More words than this are compared no further: the table grows with the square. */
const mostWords = 2000;

/**
 * Compares two texts word by word: the fewest changes that lead from one to the other (Levenshtein). Letter case and
 * punctuation do not count.
 */
export function wordErrors(said: string, transcript: string): WordErrors {
  const from = wordsOf(said).slice(0, mostWords);
  const to = wordsOf(transcript).slice(0, mostWords);
  const a = from.map(bare);
  const b = to.map(bare);
  const width = b.length + 1;
  const costs = new Uint32Array((a.length + 1) * width);
  for (let i = 0; i <= a.length; i += 1)
    for (let j = 0; j <= b.length; j += 1)
      costs[i * width + j] =
        i === 0 || j === 0
          ? (i + j) * error
          : Math.min(
              (costs[(i - 1) * width + j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : change),
              (costs[(i - 1) * width + j] as number) + error,
              (costs[i * width + j - 1] as number) + error,
            );
  const steps: WordStep[] = [];
  let i = a.length;
  let j = b.length;
  while (i > 0 || j > 0) {
    const cost = costs[i * width + j] as number;
    const isSame = i > 0 && j > 0 && a[i - 1] === b[j - 1];
    if (i > 0 && j > 0 && cost === (costs[(i - 1) * width + j - 1] as number) + (isSame ? 0 : change)) {
      i -= 1;
      j -= 1;
      steps.push({ kind: isSame ? 'same' : 'changed', said: from[i] as string, heard: to[j] as string });
    } else if (i > 0 && cost === (costs[(i - 1) * width + j] as number) + error) {
      i -= 1;
      steps.push({ kind: 'missing', said: from[i] as string, heard: '' });
    } else {
      j -= 1;
      steps.push({ kind: 'added', said: '', heard: to[j] as string });
    }
  }
  steps.reverse();
  const count = (kind: WordStep['kind']) => steps.filter((step) => step.kind === kind).length;
  const [changed, missing, added] = [count('changed'), count('missing'), count('added')];
  return {
    steps,
    changed,
    missing,
    added,
    words: a.length,
    rate: a.length === 0 ? null : (changed + missing + added) / a.length,
  };
}

/** What happened to one word: recognized, substituted, deleted or inserted. */
export interface WordStep {
  kind: 'same' | 'changed' | 'missing' | 'added';
  /** The word in the reference; empty for an insertion. */
  reference: string;
  /** The word in the transcript; empty for a deletion. */
  transcribed: string;
}

interface WordErrors {
  steps: WordStep[];
  changed: number;
  missing: number;
  added: number;
  /** Number of words in the reference. */
  words: number;
  /** Errors divided by reference words: 0 is perfect, more than 1 is possible. `null` when the reference is empty. */
  rate: number | null;
}

/** Letters of scripts without spaces between words, each with the marks that follow it. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]\p{M}*\p{P}*/gu;

/** Returns true for text that is written without a space after it. */
export const isUnspaced = (word: string): boolean => word.search(unspaced) === 0;

/** Splits at spaces; in scripts without spaces each letter is a word, as is usual for their error rates. */
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

/**
 * Cost of an error. A substitution costs slightly more, so that among equally short edits the one with the most equal
 * words wins.
 */
const error = 1000;
const change = 1001;

/** Words compared at most; the rest is ignored, since the table grows with the square. */
const maxWords = 2000;

/** Compares two texts word by word by the fewest edits (Levenshtein). Letter case and punctuation are ignored. */
export function wordErrors(reference: string, transcript: string): WordErrors {
  const from = wordsOf(reference).slice(0, maxWords);
  const to = wordsOf(transcript).slice(0, maxWords);
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
      steps.push({ kind: isSame ? 'same' : 'changed', reference: from[i] as string, transcribed: to[j] as string });
    } else if (i > 0 && cost === (costs[(i - 1) * width + j] as number) + error) {
      i -= 1;
      steps.push({ kind: 'missing', reference: from[i] as string, transcribed: '' });
    } else {
      j -= 1;
      steps.push({ kind: 'added', reference: '', transcribed: to[j] as string });
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

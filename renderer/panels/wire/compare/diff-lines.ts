import { diffArrays, diffWordsWithSpace } from 'diff';

/** One row of two texts side by side; a missing side has no such line. */
export interface DiffRow {
  kind: 'same' | 'changed';
  left: { line: number; text: string } | null;
  right: { line: number; text: string } | null;
}

export interface LineDiff {
  rows: DiffRow[];
  /** Lines that only one side has. */
  removed: number;
  added: number;
  /** No common lines were found in time: everything stands side by side. */
  isTooDifferent: boolean;
}

/** Longer than this, in milliseconds, the page does not look for common lines: it would stand still. */
const patienceMs = 700;

/** Compares two texts line by line. Removed and added lines that follow each other stand in the same rows. */
export function diffLines(left: string, right: string): LineDiff {
  const [leftLines, rightLines] = [linesOf(left), linesOf(right)];
  const changes = diffArrays(leftLines, rightLines, { timeout: patienceMs });
  const found = changes ?? [
    { removed: true, added: false, value: leftLines },
    { removed: false, added: true, value: rightLines },
  ];
  const rows: DiffRow[] = [];
  let at = { left: 1, right: 1 };
  let [removed, added] = [0, 0];
  let gone: string[] = [];
  const put = (came: readonly string[]) => {
    for (let index = 0; index < Math.max(gone.length, came.length); index += 1)
      rows.push({
        kind: 'changed',
        left: index < gone.length ? { line: at.left + index, text: gone[index] as string } : null,
        right: index < came.length ? { line: at.right + index, text: came[index] as string } : null,
      });
    at = { left: at.left + gone.length, right: at.right + came.length };
    removed += gone.length;
    added += came.length;
    gone = [];
  };
  for (const change of found) {
    if (change.removed) gone = change.value;
    else if (change.added) put(change.value);
    else {
      put([]);
      for (const text of change.value) {
        rows.push({ kind: 'same', left: { line: at.left, text }, right: { line: at.right, text } });
        at = { left: at.left + 1, right: at.right + 1 };
      }
    }
  }
  put([]);
  return { rows, removed, added, isTooDifferent: changes === undefined };
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'));

/** A piece of a changed line: common to both sides, or only on this one. */
export interface WordPiece {
  text: string;
  isOwn: boolean;
}

/** Longer lines are compared as wholes. */
const longestLine = 4000;
const wordPatienceMs = 60;

/** The words by which two lines differ. Lines that have little in common differ as wholes: a mosaic explains nothing. */
export function diffWords(left: string, right: string): { left: WordPiece[]; right: WordPiece[] } {
  const whole = { left: [{ text: left, isOwn: true }], right: [{ text: right, isOwn: true }] };
  if (left.length + right.length > longestLine) return whole;
  const changes = diffWordsWithSpace(left, right, { timeout: wordPatienceMs });
  if (!changes) return whole;
  const common = changes.reduce(
    (sum, change) => sum + (change.added || change.removed ? 0 : change.value.trim().length),
    0,
  );
  if (common * 3 < Math.max(left.trim().length, right.trim().length)) return whole;
  const side = (other: 'added' | 'removed', own: 'added' | 'removed') =>
    changes.filter((change) => !change[other]).map((change) => ({ text: change.value, isOwn: change[own] ?? false }));
  return { left: side('added', 'removed'), right: side('removed', 'added') };
}

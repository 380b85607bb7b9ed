import { diffArrays, diffWordsWithSpace } from 'diff';

/** One row of two texts side by side; a side without such a line is `null`. */
export interface DiffRow {
  kind: 'same' | 'changed';
  left: { line: number; text: string } | null;
  right: { line: number; text: string } | null;
}

export interface LineDiff {
  rows: DiffRow[];
  /** Lines that only the left side has. */
  removed: number;
  added: number;
  /** No common lines were found in time: everything is shown side by side. */
  isTooDifferent: boolean;
}

/** How long to look for common lines, in milliseconds; the page is blocked meanwhile. */
const diffTimeoutMs = 700;

/** Compares two texts line by line. Adjacent removed and added lines share rows. */
export function diffLines(left: string, right: string): LineDiff {
  const [leftLines, rightLines] = [linesOf(left), linesOf(right)];
  const changes = diffArrays(leftLines, rightLines, { timeout: diffTimeoutMs });
  const found = changes ?? [
    { removed: true, added: false, value: leftLines },
    { removed: false, added: true, value: rightLines },
  ];
  const rows: DiffRow[] = [];
  let at = { left: 1, right: 1 };
  let [removed, added] = [0, 0];
  let removedLines: string[] = [];
  const put = (addedLines: readonly string[]) => {
    for (let index = 0; index < Math.max(removedLines.length, addedLines.length); index += 1)
      rows.push({
        kind: 'changed',
        left: index < removedLines.length ? { line: at.left + index, text: removedLines[index] as string } : null,
        right: index < addedLines.length ? { line: at.right + index, text: addedLines[index] as string } : null,
      });
    at = { left: at.left + removedLines.length, right: at.right + addedLines.length };
    removed += removedLines.length;
    added += addedLines.length;
    removedLines = [];
  };
  for (const change of found) {
    if (change.removed) removedLines = change.value;
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

/** Longer lines are compared as a whole. */
const maxLineLength = 4000;
const wordDiffTimeoutMs = 60;

/**
 * Returns the words in which two lines differ. Lines with little in common differ as a whole: a mosaic of fragments
 * explains nothing.
 */
export function diffWords(left: string, right: string): { left: WordPiece[]; right: WordPiece[] } {
  const whole = { left: [{ text: left, isOwn: true }], right: [{ text: right, isOwn: true }] };
  if (left.length + right.length > maxLineLength) return whole;
  const changes = diffWordsWithSpace(left, right, { timeout: wordDiffTimeoutMs });
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

/** A piece of two texts that are shown as one: common to both, only in the second, or only in the first. */
export interface MergedPiece {
  text: string;
  kind: 'same' | 'added' | 'removed';
}

/** How long to look for common words of whole texts, in milliseconds. */
const mergeTimeoutMs = 250;

/** Merges two texts word by word, or line by line. Texts that have too little time in common differ as a whole. */
export function mergeTexts(left: string, right: string, by: 'words' | 'lines'): MergedPiece[] {
  const changes =
    by === 'words'
      ? diffWordsWithSpace(left, right, { timeout: mergeTimeoutMs })
      : diffArrays(linesOf(left), linesOf(right), { timeout: mergeTimeoutMs })?.map((change) => ({
          ...change,
          value: change.value.map((line) => `${line}\n`).join(''),
        }));
  if (!changes)
    return [
      { text: left, kind: 'removed' },
      { text: right, kind: 'added' },
    ];
  return changes.map(({ value, added, removed }) => ({
    text: value,
    kind: added ? 'added' : removed ? 'removed' : 'same',
  }));
}

/** Returns how many words were added and removed. */
export function countWords(pieces: readonly MergedPiece[]): { added: number; removed: number } {
  const count = (kind: MergedPiece['kind']) =>
    pieces
      .filter((piece) => piece.kind === kind)
      .reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0);
  return { added: count('added'), removed: count('removed') };
}

/** A row of the view: two lines, or equal lines that are folded. */
export type ShownDiff =
  | { kind: 'row'; key: string; row: DiffRow }
  | { kind: 'fold'; key: string; from: number; count: number };

/** Unchanged lines shown around a change. */
const contextLines = 3;
/** Shorter runs are as quick to read as to unfold. */
const minFolded = 5;

/** Folds long runs of equal rows; `unfolded` contains the first rows of those that stay open. */
export function foldRows(rows: readonly DiffRow[], unfolded: ReadonlySet<number>): ShownDiff[] {
  const shown: ShownDiff[] = [];
  const put = (from: number, to: number) => {
    for (let at = from; at < to; at += 1) shown.push({ kind: 'row', key: `${at}`, row: rows[at] as DiffRow });
  };
  for (let at = 0; at < rows.length; ) {
    let end = at;
    while (rows[end]?.kind === 'same') end += 1;
    if (end === at) {
      put(at, at + 1);
      at += 1;
      continue;
    }
    const from = at === 0 ? 0 : at + contextLines;
    const to = end === rows.length ? end : end - contextLines;
    if (to - from < minFolded || unfolded.has(from)) put(at, end);
    else {
      put(at, from);
      shown.push({ kind: 'fold', key: `fold ${from}`, from, count: to - from });
      put(to, end);
    }
    at = end;
  }
  return shown;
}

/** Returns JSON text indented the same way, with sorted object keys if requested; `null` for text that is not JSON. */
export function normalizeJson(text: string, sortKeys: boolean): string | null {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(sortKeys ? sorted(value) : value, null, 2);
  } catch {
    return null;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [two]) => (one < two ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]));
}

import { comparable, gapAfter, isWithoutSpaces, type Normalization, wordPattern } from './words.ts';

/** What happened to one unit of the text, or in `runsOf` to several in a row. */
export interface ErrorStep {
  kind: 'equal' | 'substitution' | 'deletion' | 'insertion';
  /** As in the reference; empty for an insertion. */
  reference: string;
  /** As in the transcript; empty for a deletion. */
  transcribed: string;
}

export interface ErrorRate {
  /** Words (WER), or characters (CER) where the script has no spaces between words. */
  unit: 'word' | 'character';
  steps: ErrorStep[];
  substitutions: number;
  deletions: number;
  insertions: number;
  /** Number of units in the reference. */
  units: number;
  /** Errors divided by units: 0 is perfect, more than 1 is possible. `null` when the reference is empty. */
  rate: number | null;
  /** Only the beginning of the texts was compared, up to `units` of the reference. */
  isCut: boolean;
}

/** Units compared at most: more than an hour of speech; fewer where the texts have little in common. */
const maxUnits = 30_000;
export const maxUnlikeUnits = 5000;
/** Bytes of the table in which the edits are found. */
const maxCells = 64_000_000;

/** A word or character as written, and as it is compared. */
interface Unit {
  written: string;
  compared: string;
}

/**
 * Compares a transcript with its reference by the fewest edits (Levenshtein). Text that is mostly in a script without
 * spaces is measured by character, everything else by word; a letter of such a script among words counts as a word.
 */
export function errorRate(reference: string, transcript: string, normalization: Normalization): ErrorRate {
  const unit = isWithoutSpaces(reference) ? 'character' : 'word';
  const split = unit === 'character' ? charactersOf : wordsOf;
  const texts = [split(reference, normalization), split(transcript, normalization)] as const;
  const longest = Math.max(texts[0].length, texts[1].length);
  const aligned = longest <= maxUnits ? align(...texts) : null;
  const [from, to] = aligned ? texts : [texts[0].slice(0, maxUnlikeUnits), texts[1].slice(0, maxUnlikeUnits)];
  const steps = aligned ?? align(from, to) ?? [];
  const count = (kind: ErrorStep['kind']) => steps.filter((step) => step.kind === kind).length;
  const [substitutions, deletions, insertions] = [count('substitution'), count('deletion'), count('insertion')];
  return {
    unit,
    steps,
    substitutions,
    deletions,
    insertions,
    units: from.length,
    rate: from.length === 0 ? null : (substitutions + deletions + insertions) / from.length,
    isCut: aligned === null && longest > maxUnlikeUnits,
  };
}

const wordsOf = (text: string, normalization: Normalization): Unit[] =>
  (text.normalize('NFC').match(wordPattern) ?? [])
    .map((written) => ({ written, compared: comparable(written, normalization) }))
    .filter(({ compared }) => compared !== '');

/** Splits into characters with their marks. What is not compared stays with the character before it. */
function charactersOf(text: string, normalization: Normalization): Unit[] {
  const units: Unit[] = [];
  let before = '';
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text.normalize('NFC'))) {
    const compared = comparable(segment, normalization).trim();
    const last = units.at(-1);
    if (compared !== '') units.push({ written: `${last ? '' : before}${segment}`, compared });
    else if (last) last.written += segment;
    else before += segment;
  }
  return units;
}

/**
 * Cost of an edit. A substitution costs slightly more, so that among equally short edits the one with the most equal
 * units wins.
 */
const edit = 1 << 16;
const substitution = edit + 1;
const unreachable = 2 ** 31 - 1;
const fromLeft = 1;
const fromAbove = 2;

/**
 * Finds the cheapest edits. Only a band around the diagonal is computed: edits that are not more than its width cannot
 * leave it, so if there are more, the band is doubled. Returns `null` when it would have to be too wide.
 */
function align(from: readonly Unit[], to: readonly Unit[]): ErrorStep[] | null {
  const numbers = new Map<string, number>();
  const numbered = (units: readonly Unit[]) =>
    Int32Array.from(units, ({ compared }) => {
      const known = numbers.get(compared) ?? numbers.size;
      numbers.set(compared, known);
      return known;
    });
  const [a, b] = [numbered(from), numbered(to)];
  const full = Math.max(a.length, b.length);
  for (let band = Math.min(full, fewestEdits(a, b) + 64); ; band = Math.min(full, band * 2)) {
    if (a.length * Math.min(b.length, 2 * band) > maxCells) return null;
    const { cost, cameFrom, width } = fillBand(a, b, band);
    if (cost >> 16 > band && band < full) continue;
    return walkBack(from, to, (i, j) => cameFrom[i * width + j - firstColumn(i, band, b.length, width)] as number);
  }
}

/** Returns a number of edits that any alignment needs: one for each unit that the other text does not have. */
function fewestEdits(a: Int32Array, b: Int32Array): number {
  const left = new Map<number, number>();
  for (const unit of a) left.set(unit, (left.get(unit) ?? 0) + 1);
  let common = 0;
  for (const unit of b) {
    const count = left.get(unit) ?? 0;
    if (count === 0) continue;
    left.set(unit, count - 1);
    common += 1;
  }
  return Math.max(a.length, b.length) - common;
}

/** The first column of a row that is inside the band. */
const firstColumn = (row: number, band: number, columns: number, width: number): number =>
  Math.min(Math.max(0, row - band), columns + 1 - width);

function fillBand(a: Int32Array, b: Int32Array, band: number) {
  const width = Math.min(b.length + 1, 2 * band + 1);
  const cameFrom = new Uint8Array((a.length + 1) * width);
  let above = new Int32Array(width);
  let row = new Int32Array(width);
  for (let i = 0; i <= a.length; i += 1) {
    const first = firstColumn(i, band, b.length, width);
    const shift = i === 0 ? 0 : first - firstColumn(i - 1, band, b.length, width);
    const unit = a[i - 1];
    for (let at = 0; at < width; at += 1) {
      const j = first + at;
      if (i === 0) {
        row[at] = j * edit;
        cameFrom[at] = fromLeft;
        continue;
      }
      const place = at + shift;
      let best = unreachable;
      let way = 0;
      if (j > 0 && place > 0) best = (above[place - 1] as number) + (unit === b[j - 1] ? 0 : substitution);
      if (place < width && (above[place] as number) + edit < best) {
        best = (above[place] as number) + edit;
        way = fromAbove;
      }
      if (at > 0 && (row[at - 1] as number) + edit < best) {
        best = (row[at - 1] as number) + edit;
        way = fromLeft;
      }
      row[at] = best;
      cameFrom[i * width + at] = way;
    }
    [above, row] = [row, above];
  }
  return { cost: above[width - 1] as number, cameFrom, width };
}

function walkBack(from: readonly Unit[], to: readonly Unit[], cameFrom: (i: number, j: number) => number): ErrorStep[] {
  const steps: ErrorStep[] = [];
  let [i, j] = [from.length, to.length];
  while (i > 0 || j > 0) {
    const way = cameFrom(i, j);
    if (way !== fromLeft) i -= 1;
    if (way !== fromAbove) j -= 1;
    const reference = way === fromLeft ? undefined : from[i];
    const transcribed = way === fromAbove ? undefined : to[j];
    const isEqual = reference?.compared === transcribed?.compared;
    steps.push({
      kind: !reference ? 'insertion' : !transcribed ? 'deletion' : isEqual ? 'equal' : 'substitution',
      reference: reference?.written ?? '',
      transcribed: transcribed?.written ?? '',
    });
  }
  return steps.reverse();
}

/** Joins steps of one kind that follow each other, as the text they are part of. */
export function runsOf({ steps, unit }: Pick<ErrorRate, 'steps' | 'unit'>): ErrorStep[] {
  const runs: ErrorStep[] = [];
  const joined = (first: string, second: string) =>
    `${first}${second === '' || unit === 'character' ? '' : gapAfter(first)}${second}`;
  for (const step of steps) {
    const last = runs.at(-1);
    if (last?.kind !== step.kind) runs.push({ ...step });
    else {
      last.reference = joined(last.reference, step.reference);
      last.transcribed = joined(last.transcribed, step.transcribed);
    }
  }
  return runs;
}

/**
 * Returns what a mistyped word probably means: ` Did you mean chat?` with its leading space, or nothing when no known
 * word is similar.
 *
 * @param known words as the user types them, options with their dashes.
 */
export function didYouMean(word: string, known: readonly string[]): string {
  const typed = word.toLowerCase();
  const near = known
    .map((one) => ({ one, distance: isPartOf(typed, one) ? 0 : distanceOf(typed, one.toLowerCase()) }))
    // One typo in a short word, up to three in a long one.
    .filter(({ one, distance }) => distance <= Math.min(3, Math.max(1, Math.floor(lettersOf(one) / 3))))
    .sort((a, b) => a.distance - b.distance)
    .filter(({ distance }, _, [best]) => distance === best?.distance)
    .map(({ one }) => one);
  return near.length === 0 || near.length > 3 ? '' : ` Did you mean ${near.join(' or ')}?`;
}

const lettersOf = (word: string): number => word.replace(/^-+/, '').length;

/** Whether a name contains what was typed, from the start of one of its words. */
function isPartOf(typed: string, one: string): boolean {
  if (typed.length < 4) return false;
  for (let at = one.toLowerCase().indexOf(typed); at !== -1; at = one.toLowerCase().indexOf(typed, at + 1))
    if (at === 0 || !/[a-z\d]/i.test(one[at - 1] ?? '') || /[A-Z]/.test(one[at] ?? '')) return true;
  return false;
}

/** Counts the letters to insert, remove, replace or swap with their neighbor until one word is the other. */
function distanceOf(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= a.length; row += 1) {
    rows[row] = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const steps = [at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + (isSame ? 0 : 1)];
      if (isSwapped) steps.push(at(row - 2, column - 2) + 1);
      rows[row]?.push(Math.min(...steps));
    }
  }
  return at(a.length, b.length);
}

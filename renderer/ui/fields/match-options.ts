interface Matchable {
  label: string;
  hint?: string | undefined;
  keywords?: string | undefined;
}

/**
 * The options whose words hold every word of the query (any order, case ignored), best first:
 * label starts with the query, then label holds it, then the rest. Order is kept inside each rank.
 */
export function matchOptions<T extends Matchable>(options: readonly T[], query: string): readonly T[] {
  const asked = query.trim().toLowerCase();
  if (asked === '') return options;
  const words = asked.split(/\s+/);
  const ranks: [T[], T[], T[]] = [[], [], []];
  for (const option of options) {
    const label = option.label.toLowerCase();
    const text = `${label} ${option.hint ?? ''} ${option.keywords ?? ''}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    ranks[label.startsWith(asked) ? 0 : label.includes(asked) ? 1 : 2].push(option);
  }
  return ranks.flat();
}

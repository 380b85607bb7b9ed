export interface HeaderPair {
  /** As the left side writes it, else as the right does. */
  name: string;
  /** Values in the order of the wire; `null` when the side has no such header. */
  left: string[] | null;
  right: string[] | null;
  what: 'same' | 'changed' | 'added' | 'removed';
}

type Headers = readonly (readonly [name: string, value: string])[];

/** Headers of two messages by name, whatever its letter case; in the order of the left side, what only the right has last. */
export function compareHeaders(left: Headers, right: Headers): HeaderPair[] {
  const [lefts, rights] = [byName(left), byName(right)];
  const names = [...lefts.keys(), ...[...rights.keys()].filter((name) => !lefts.has(name))];
  return names.map((key) => {
    const [one, two] = [lefts.get(key), rights.get(key)];
    return {
      name: one?.name ?? two?.name ?? key,
      left: one?.values ?? null,
      right: two?.values ?? null,
      what: !one ? 'added' : !two ? 'removed' : isSame(one.values, two.values) ? 'same' : 'changed',
    };
  });
}

function byName(headers: Headers): Map<string, { name: string; values: string[] }> {
  const found = new Map<string, { name: string; values: string[] }>();
  for (const [name, value] of headers) {
    const known = found.get(name.toLowerCase());
    if (known) known.values.push(value);
    else found.set(name.toLowerCase(), { name, values: [value] });
  }
  return found;
}

const isSame = (one: readonly string[], two: readonly string[]) =>
  one.length === two.length && one.every((value, index) => value === two[index]);

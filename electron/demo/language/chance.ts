/** A source of repeatable choices: the same seed text always gives the same results. */
export interface Chance {
  /** In [0, 1). */
  next(): number;
  pick<Value>(values: readonly [Value, ...Value[]]): Value;
}

/** 32-bit FNV-1a over the UTF-16 code units. */
export function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193);
  return sum >>> 0;
}

/** Mulberry32: small, fast and good enough to vary wording. */
export function chanceFrom(seed: string): Chance {
  let state = hash(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    pick: (values) => values[Math.floor(next() * values.length)] ?? values[0],
  };
}

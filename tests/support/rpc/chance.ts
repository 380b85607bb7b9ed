/** Repeatable random numbers (mulberry32), so that a failing round can be run again from its seed. */
export function createChance(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, pick: <T>(from: readonly T[]) => from[below(from.length)] as T };
}
export type Chance = ReturnType<typeof createChance>;

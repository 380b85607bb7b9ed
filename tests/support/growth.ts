/** CPU of this thread in ms for one call. */
function cpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Below this, a measurement reflects the machine more than the work: it counts as this long. */
const leastMs = 2;
/** Twice the growth of linear work. */
const doubtful = 16;

/**
 * Returns how many times as much work eight times the input is: 8 for linear work, 64 for quadratic work. CPU time is
 * compared, so a busy machine changes little. The minimum of three counts, or of nine where the result is doubtful: garbage
 * collection and cold caches only ever add.
 *
 * @param input creates an input of a given size; called outside the measured time.
 * @param size characters, rows or whatever `input` counts, of the smaller input.
 */
export function growth<T>(size: number, input: (size: number) => T, work: (input: T) => unknown): number {
  const [small, large] = [input(size), input(8 * size)];
  let [leastSmall, leastLarge] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const ratio = () => Math.max(leastMs, leastLarge) / Math.max(leastMs, leastSmall);
  work(small);
  for (let tries = 0; tries < 3 || (tries < 9 && ratio() > doubtful); tries += 1) {
    leastSmall = Math.min(
      leastSmall,
      cpuMs(() => work(small)),
    );
    leastLarge = Math.min(
      leastLarge,
      cpuMs(() => work(large)),
    );
  }
  return ratio();
}

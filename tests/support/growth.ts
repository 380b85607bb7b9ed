/** CPU of this thread in ms for one call. */
function cpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Below this, a measurement says more of the machine than of the work: it counts as this long. */
const leastMs = 2;

/**
 * How many times as much work eight times the input is: 8 where the work is in step with the input, 64 where it grows
 * with the square. CPU time is compared, so a busy machine changes little; the least of three counts.
 *
 * @param input makes an input of a given size; called outside the measured time.
 * @param size characters, rows or whatever `input` counts, of the smaller input.
 */
export function growth<T>(size: number, input: (size: number) => T, work: (input: T) => unknown): number {
  const [small, large] = [input(size), input(8 * size)];
  const least = (one: T) => Math.max(leastMs, Math.min(...[1, 2, 3].map(() => cpuMs(() => work(one)))));
  work(small);
  return least(large) / least(small);
}

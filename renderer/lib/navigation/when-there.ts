/**
 * Looks for something that appears as soon as a panel has opened, once per frame.
 *
 * @returns `null` when it is not there after two seconds.
 */
export async function whenThere<T>(find: () => T | null): Promise<T | null> {
  const until = performance.now() + 2000;
  for (;;) {
    const found = find();
    if (found !== null || performance.now() > until) return found;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/** Long work yields to the page after this many ms. */
const stretchMs = 40;

/** Calls `take` with each item; lets the page paint and handle input meanwhile. */
export async function inTurns<T>(items: readonly T[], take: (item: T) => void): Promise<void> {
  const pause = pauses();
  for (let from = 0; from < items.length; from += 500) {
    for (const item of items.slice(from, from + 500)) take(item);
    await pause();
  }
}

/**
 * Returns a function to await between steps of long work on the page: it periodically lets the page paint and handle
 * input.
 */
export function pauses(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < stretchMs) return;
    await new Promise((resolve) => setTimeout(resolve));
    began = performance.now();
  };
}

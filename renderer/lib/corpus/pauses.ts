/** Long work yields to the page after this many ms. */
const stretchMs = 40;

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

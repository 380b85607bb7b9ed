/** Long work gives the page back after so many ms. */
const stretchMs = 40;

/** To be awaited between pieces of long work on the page: after each stretch it lets the page draw and answer presses. */
export function pauses(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < stretchMs) return;
    await new Promise((resolve) => setTimeout(resolve));
    began = performance.now();
  };
}

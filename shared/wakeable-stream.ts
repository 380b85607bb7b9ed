/**
 * A stream for one reader: yields what `next` returns, and sleeps while that is `undefined`. Ends when the signal
 * fires.
 *
 * @param onBegin called when the reader begins, with a function that wakes the stream; returns the cleanup for its end.
 */
export async function* wakeableStream<Item>(
  signal: AbortSignal,
  next: () => Item | undefined,
  onBegin: (wake: () => void) => () => unknown,
): AsyncGenerator<Item> {
  let resume = () => {};
  const wake = () => resume();
  const onEnd = onBegin(wake);
  signal.addEventListener('abort', wake);
  try {
    while (!signal.aborted) {
      const item = next();
      if (item !== undefined) yield item;
      else
        await new Promise<void>((resolve) => {
          resume = resolve;
        });
    }
  } finally {
    signal.removeEventListener('abort', wake);
    onEnd();
  }
}

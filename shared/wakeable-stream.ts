/**
 * A stream for one reader: gives what `next` finds, and sleeps while that is `undefined`. Ends when the signal fires.
 *
 * @param onBegin called when the reader begins, with what wakes the stream; returns what is to be done at its end.
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

/** Waits that can all be ended at once. */
export interface InterruptibleSleep {
  /** Resolves after so many milliseconds, when the signal fires, or when all naps are ended. */
  take(waitMs: number, signal: AbortSignal): Promise<void>;
  end(): void;
}

export function createInterruptibleSleep(): InterruptibleSleep {
  const wakes = new Set<() => void>();
  return {
    take: (waitMs, signal) =>
      new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', wake);
          wakes.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, waitMs);
        wakes.add(wake);
        signal.addEventListener('abort', wake, { once: true });
        if (signal.aborted) wake();
      }),
    end() {
      for (const wake of [...wakes]) wake();
    },
  };
}

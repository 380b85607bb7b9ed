/** Values that are painted together, at most once per frame. */
export interface FrameQueue<T> {
  push(value: T): void;
  /** Paints what is queued, now. */
  flush(): void;
}

/** Runs `task` before the next paint; returns a function that cancels it. */
export type Schedule = (task: () => void) => () => void;

/** A hidden page paints no frame, but its work must still continue: whichever of frame and timer comes first. */
const beforePaint: Schedule = (task) => {
  const frame = requestAnimationFrame(run);
  const timer = setTimeout(run, 250);
  function cancel() {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  }
  function run() {
    cancel();
    task();
  }
  return cancel;
};

/**
 * Collects values and passes them to `paint` in order, in one batch per animation frame. Nothing is dropped: under load
 * the batches grow, not the number of frames.
 */
export function perFrame<T>(paint: (batch: T[]) => void, schedule: Schedule = beforePaint): FrameQueue<T> {
  let waiting: T[] = [];
  let cancel: (() => void) | undefined;
  const flush = () => {
    cancel?.();
    cancel = undefined;
    if (waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    paint(batch);
  };
  return {
    push(value) {
      waiting.push(value);
      cancel ??= schedule(flush);
    },
    flush,
  };
}

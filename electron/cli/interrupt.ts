import { exitCodes } from './exit-codes.ts';

const stops: (() => void)[] = [];
let reportCut = () => {};

/**
 * Makes Ctrl-C, SIGTERM and the end of the terminal ask for a calm end, where something runs that can give one.
 *
 * @param tell is called before the process ends without one.
 */
export function listenForInterrupts(notify: () => void): void {
  reportCut = notify;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
}

/** What a signal does; also for Ctrl-C on a terminal whose keys the program reads itself. */
export function interrupt(): void {
  const stop = stops.pop();
  // Nothing to stop, or it is being stopped already and the person insists.
  if (!stop) leave();
  else stop();
}

function leave(): never {
  reportCut();
  process.exit(exitCodes.cancelled);
}

/**
 * Calls `stop` at the first signal, or when `closed` fires. A stop that takes longer than `patienceMs` is enforced, and
 * a second signal ends the process at once.
 *
 * @returns takes it back.
 */
export function onInterrupt(stop: () => void, patienceMs: number, closed?: AbortSignal): () => void {
  const stopInTime = () => {
    setTimeout(leave, patienceMs).unref();
    stop();
  };
  const onClosed = () => {
    takeBack();
    stopInTime();
  };
  const takeBack = () => {
    const at = stops.indexOf(stopInTime);
    if (at >= 0) stops.splice(at, 1);
    closed?.removeEventListener('abort', onClosed);
  };
  stops.push(stopInTime);
  closed?.addEventListener('abort', onClosed, { once: true });
  if (closed?.aborted) onClosed();
  return takeBack;
}

/** Waits for the first signal. What follows is a calm end of at most five seconds. */
export const untilStopped = (): Promise<void> =>
  new Promise((resolve) => {
    onInterrupt(resolve, 5000);
  });

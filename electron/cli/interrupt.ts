import { exitCodes } from './exit-codes.ts';

const stops: (() => void)[] = [];
let reportCut = () => {};

/**
 * Makes Ctrl-C, SIGTERM and a closed terminal request a graceful stop, where something running can provide one.
 *
 * @param notify is called before the process ends without one.
 */
export function listenForInterrupts(notify: () => void): void {
  reportCut = notify;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
}

/** Handles a signal; also called for Ctrl-C on a terminal whose keys the program reads itself. */
export function interrupt(): void {
  const stop = stops.pop();
  // Nothing to stop, or it is already stopping and the user insists.
  if (!stop) leave();
  else stop();
}

function leave(): never {
  reportCut();
  process.exit(exitCodes.cancelled);
}

/**
 * Calls `stop` at the first signal, or when `closed` fires. A stop that takes longer than `timeoutMs` ends the
 * process, and so does a second signal.
 *
 * @returns a function that removes the handler: what it stopped has ended, and the process goes on.
 */
export function onInterrupt(stop: () => void, timeoutMs: number, closed?: AbortSignal): () => void {
  let leaving: NodeJS.Timeout | undefined;
  const stopInTime = () => {
    leaving = setTimeout(leave, timeoutMs).unref();
    stop();
  };
  const onClosed = () => {
    removeHandler();
    stopInTime();
  };
  const removeHandler = () => {
    clearTimeout(leaving);
    const at = stops.indexOf(stopInTime);
    if (at >= 0) stops.splice(at, 1);
    closed?.removeEventListener('abort', onClosed);
  };
  stops.push(stopInTime);
  closed?.addEventListener('abort', onClosed, { once: true });
  if (closed?.aborted) onClosed();
  return removeHandler;
}

/** Waits for the first signal. A graceful stop of at most five seconds follows. */
export const untilStopped = (): Promise<void> =>
  new Promise((resolve) => {
    onInterrupt(resolve, 5000);
  });

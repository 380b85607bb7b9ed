import { exitCodes } from './exit-codes.ts';

/**
 * Waits for Ctrl-C, SIGTERM or the end of the terminal. What follows is a calm end; a second signal, or five seconds,
 * end the process at once.
 */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      process.on('SIGINT', () => process.exit(exitCodes.cancelled));
      process.on('SIGTERM', () => process.exit(exitCodes.cancelled));
      setTimeout(() => process.exit(exitCodes.failed), 5000).unref();
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  });
}

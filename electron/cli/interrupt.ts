import { exitCodes } from './exit-codes.ts';

/** After this a stop that was asked for is enforced. */
const patienceMs = 2000;

/**
 * Calls `stop` once, at the first Ctrl-C, SIGTERM, or when nobody reads the output any more. A second signal, or a stop
 * that takes too long, ends the process at once.
 *
 * @returns takes the listeners away.
 */
export function onInterrupt(stop: () => void, closed: AbortSignal): () => void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) process.exit(exitCodes.cancelled);
    isStopping = true;
    setTimeout(() => process.exit(exitCodes.cancelled), patienceMs).unref();
    stop();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  closed.addEventListener('abort', onSignal, { once: true });
  if (closed.aborted) onSignal();
  return () => {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
    closed.removeEventListener('abort', onSignal);
  };
}

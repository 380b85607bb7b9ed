import { createAnalysis } from './analysis.ts';
import { type DedicatedWorkerScope, serveCalls } from './worker-call.ts';

/**
 * Yields to the worker's own event loop, so that a press on a point is handled while all neighbors are being computed.
 */
const pause = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

serveCalls(createAnalysis(pause), globalThis as unknown as DedicatedWorkerScope);

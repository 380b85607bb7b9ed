import { createAnalysis } from './analysis.ts';
import { answerQuestions, type DedicatedWorkerScope } from './worker-call.ts';

/** A turn of the worker's own loop, so that a press on a point is answered while all neighbours are being looked for. */
const pause = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

answerQuestions(createAnalysis(pause), globalThis as unknown as DedicatedWorkerScope);

import { parentPort } from 'node:worker_threads';
import { type CostlyAssertion, evaluateAssertion } from './evaluate-assertion.ts';

/** A thread that checks replies, so that nothing else waits for the expressions of the user. */
parentPort?.on('message', ({ id, given, reply }: { id: number; given: CostlyAssertion; reply: string }) => {
  void evaluateAssertion(given, reply).then((result) => parentPort?.postMessage({ id, result }));
});

import { Worker } from 'node:worker_threads';
import type { AssertionResult } from '#shared/contract/compare.ts';
import { workerFile } from '../worker-file.ts';
import { unknown } from './assertion-results.ts';
import type { CostlyAssertion } from './evaluate-assertion.ts';

/** The thread ends when nothing was checked for this long, in milliseconds. */
const idleMs = 10_000;
/** A value of a reply that is larger ends the thread and not the program. */
const memory = { maxOldGenerationSizeMb: 1024 };

interface Thread {
  worker: Worker;
  waiting: Map<number, (result: AssertionResult) => void>;
  idle: NodeJS.Timeout | undefined;
}

let thread: Thread | null = null;
let lastId = 0;

/** Checks a reply in a thread of its own, one after the other. Never rejects: what the thread cannot do is `unknown`. */
export function evaluateInThread(given: CostlyAssertion, reply: string): Promise<AssertionResult> {
  thread ??= openThread();
  const { worker, waiting } = thread;
  clearTimeout(thread.idle);
  lastId += 1;
  const id = lastId;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    worker.ref();
    worker.postMessage({ id, given, reply });
  });
}

function openThread(): Thread {
  const options = { resourceLimits: memory, execArgv: [], env: {}, name: 'assertions' };
  const worker = new Worker(workerFile(new URL('./assertion-worker.ts', import.meta.url)), options);
  const opened: Thread = { worker, waiting: new Map(), idle: undefined };
  const end = (reason: string) => {
    if (thread === opened) thread = null;
    for (const resolve of opened.waiting.values()) resolve(unknown(reason));
    opened.waiting.clear();
  };
  worker.on('message', ({ id, result }: { id: number; result: AssertionResult }) => {
    opened.waiting.get(id)?.(result);
    opened.waiting.delete(id);
    if (opened.waiting.size > 0) return;
    // A thread that waits for work must not keep the program running.
    worker.unref();
    opened.idle = setTimeout(() => {
      thread = null;
      void worker.terminate();
    }, idleMs).unref();
  });
  worker.on('error', ({ message }) => end(`The reply cannot be checked: ${message}`));
  worker.on('exit', () => end('The reply cannot be checked: its thread ended.'));
  return opened;
}

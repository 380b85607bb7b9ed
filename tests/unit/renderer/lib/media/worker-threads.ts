import { Worker as Thread } from 'node:worker_threads';

// A browser worker on a Node thread: the decoder runs unchanged, in a thread that can be terminated while it is busy.

const scope = `
const { parentPort } = require('node:worker_threads');
globalThis.postMessage = (message, transfer) => parentPort.postMessage(message, transfer);
const early = [];
parentPort.on('message', (data) => (globalThis.onmessage ? globalThis.onmessage({ data }) : early.push(data)));
import(SCRIPT).then(() => { for (const data of early) globalThis.onmessage({ data }); });
`;

/** Fulfilled when the decoder opened last has posted a message: it is at work. */
export let atWork: Promise<void> = Promise.resolve();

/** Replaces the page's `openWorker`: always opens the decoder. */
export function openWorker(): Worker {
  const script = new URL('../../../../../renderer/lib/media/decode-worker.ts', import.meta.url);
  const thread = new Thread(scope.replace('SCRIPT', JSON.stringify(script.href)), { eval: true });
  atWork = new Promise((resolve) => {
    thread.once('message', () => resolve());
  });
  const addEventListener = (type: string, listener: (event: unknown) => void) =>
    thread.on(type, (value: unknown) => listener(type === 'message' ? { data: value } : value));
  return {
    postMessage: (message: unknown) => thread.postMessage(message),
    terminate: () => void thread.terminate(),
    addEventListener: addEventListener as Worker['addEventListener'],
  } as Worker;
}

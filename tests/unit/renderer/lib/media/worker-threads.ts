import { Worker as Thread } from 'node:worker_threads';

// A browser's worker by a thread of Node: the decoder runs as it is, in a thread that can be ended while it is busy.

const scope = `
const { parentPort } = require('node:worker_threads');
globalThis.postMessage = (message, transfer) => parentPort.postMessage(message, transfer);
const early = [];
parentPort.on('message', (data) => (globalThis.onmessage ? globalThis.onmessage({ data }) : early.push(data)));
import(SCRIPT).then(() => { for (const data of early) globalThis.onmessage({ data }); });
`;

/** Fulfilled when the decoder that was opened last has said something: it is at work. */
export let atWork: Promise<void> = Promise.resolve();

/** Stands in for `openWorker` of the page: always opens the decoder. */
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

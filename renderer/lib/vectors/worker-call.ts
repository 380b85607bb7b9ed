/** A call to a worker, and what it sends back: progress any number of times, then one end. */
export interface WorkerCall {
  id: number;
  name: string;
  input: unknown;
}
export type WorkerReply =
  | { id: number; kind: 'progress'; share: number }
  | { id: number; kind: 'done'; value: unknown }
  | { id: number; kind: 'failed'; message: string };

/** The functions of a worker, by name. */
export type WorkerFunctions = Record<string, (input: never, onProgress: (share: number) => void) => Promise<unknown>>;

/** Handles calls inside a worker. Buffers of a result are copied, because the worker continues to use them. */
export function serveCalls(answers: object, scope: DedicatedWorkerScope): void {
  const serveCall = async ({ id, name, input }: WorkerCall) => {
    const reply = (message: WorkerReply) => scope.postMessage(message);
    try {
      const answer = (answers as WorkerFunctions)[name];
      if (!answer) throw new Error(`nobody answers ${name}`);
      reply({
        id,
        kind: 'done',
        value: await answer(input as never, (share) => reply({ id, kind: 'progress', share })),
      });
    } catch (thrown) {
      reply({ id, kind: 'failed', message: thrown instanceof Error ? thrown.message : String(thrown) });
    }
  };
  scope.onmessage = ({ data }) => void serveCall(data);
}

/** The part of a worker's global scope that is used. */
export interface DedicatedWorkerScope {
  onmessage: ((event: { data: WorkerCall }) => void) | null;
  postMessage(message: WorkerReply): void;
}

/** The part of a worker that is used from outside. */
export type WorkerEnd = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>;

export interface WorkerConnection {
  ask<T>(
    name: string,
    input: unknown,
    given?: { transfer?: Transferable[]; onProgress?: (share: number) => void },
  ): Promise<T>;
  /** Terminates the worker; pending calls are rejected. */
  close(): void;
}

/** Connects to a worker. A worker that crashes rejects pending and later calls. */
export function connectWorker(worker: WorkerEnd): WorkerConnection {
  const waiting = new Map<
    number,
    { done: (value: never) => void; failed: (error: Error) => void; onProgress?: (share: number) => void }
  >();
  let count = 0;
  let broken: Error | null = null;
  const breakWith = (error: Error) => {
    broken = error;
    for (const { failed } of waiting.values()) failed(error);
    waiting.clear();
  };
  worker.addEventListener('message', (event) => {
    const reply = (event as MessageEvent<WorkerReply>).data;
    const asked = waiting.get(reply.id);
    if (reply.kind === 'progress') {
      asked?.onProgress?.(reply.share);
      return;
    }
    waiting.delete(reply.id);
    if (reply.kind === 'done') asked?.done(reply.value as never);
    else asked?.failed(new Error(reply.message));
  });
  worker.addEventListener('error', (event) =>
    breakWith(new Error((event as ErrorEvent).message || 'the worker broke')),
  );
  return {
    ask(name, input, { transfer = [], onProgress } = {}) {
      return new Promise((done, failed) => {
        if (broken) {
          failed(broken);
          return;
        }
        count += 1;
        waiting.set(count, { done, failed, ...(onProgress ? { onProgress } : {}) });
        worker.postMessage({ id: count, name, input } satisfies WorkerCall, transfer);
      });
    },
    close() {
      worker.terminate();
      breakWith(new Error('the work was ended'));
    },
  };
}

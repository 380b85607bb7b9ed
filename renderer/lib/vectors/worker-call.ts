/** A question to a worker, and what comes back: progress any number of times, then one end. */
export interface WorkerQuestion {
  id: number;
  name: string;
  input: unknown;
}
export type WorkerReply =
  | { id: number; kind: 'progress'; share: number }
  | { id: number; kind: 'done'; value: unknown }
  | { id: number; kind: 'failed'; message: string };

/** What a worker can be asked, by name. */
export type WorkerFunctions = Record<string, (input: never, onProgress: (share: number) => void) => Promise<unknown>>;

/** Answers questions inside a worker. Buffers of an answer are copied, for the worker goes on using them. */
export function answerQuestions(answers: object, scope: DedicatedWorkerScope): void {
  const answerOne = async ({ id, name, input }: WorkerQuestion) => {
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
  scope.onmessage = ({ data }) => void answerOne(data);
}

/** The part of a worker's global scope that is used. */
export interface DedicatedWorkerScope {
  onmessage: ((event: { data: WorkerQuestion }) => void) | null;
  postMessage(message: WorkerReply): void;
}

/** The part of a worker that is used from outside. */
export type WorkerEnd = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>;

export interface WorkerLine {
  ask<T>(
    name: string,
    input: unknown,
    given?: { transfer?: Transferable[]; onProgress?: (share: number) => void },
  ): Promise<T>;
  /** Ends the worker; questions that are under way are rejected. */
  close(): void;
}

/** Asks a worker. A worker that breaks rejects what is under way and all that is asked later. */
export function openLine(worker: WorkerEnd): WorkerLine {
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
        worker.postMessage({ id: count, name, input } satisfies WorkerQuestion, transfer);
      });
    },
    close() {
      worker.terminate();
      breakWith(new Error('the work was ended'));
    },
  };
}

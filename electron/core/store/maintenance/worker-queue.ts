import { Worker } from 'node:worker_threads';
import { workerFile } from '../../worker-file.ts';
import { runJob, type StorageJob, type StorageReply } from './storage-job.ts';

/** The program quit before the job finished. */
export class QueueClosed extends Error {}

/** Runs jobs on the files of one history, one after another. */
export interface WorkerQueue {
  /** @throws QueueClosed, or the error of SQLite or the file system. */
  run(job: StorageJob): Promise<boolean>;
  /** A job is running or waiting. */
  readonly isBusy: boolean;
  /** Stops the running job. No job starts afterwards. */
  close(): Promise<void>;
}

/**
 * Runs one job at a time: a backup that is being made during a deletion is finished first, and then loses the deleted
 * content like the others.
 */
export function createWorkerQueue(): WorkerQueue {
  let last: Promise<unknown> = Promise.resolve();
  let running: QueuedWork | null = null;
  let isClosed = false;
  let open = 0;
  return {
    get isBusy() {
      return open > 0;
    },
    run(job) {
      open += 1;
      const result = last.then(() => {
        if (isClosed) throw new QueueClosed();
        running = runInWorker(job);
        return running.result.catch((thrown: unknown) => {
          throw isClosed ? new QueueClosed() : thrown;
        });
      });
      last = result
        .catch(() => {})
        .finally(() => {
          open -= 1;
        });
      return result;
    },
    async close() {
      isClosed = true;
      await running?.stop();
    },
  };
}

/** A job that runs in its own thread. */
interface QueuedWork {
  /** Rejects with the error of SQLite or the file system, including its codes. */
  readonly result: Promise<boolean>;
  /** Terminates the thread; the result then rejects. */
  stop(): Promise<void>;
}

/** The thread never started: out of memory, or its file cannot be read from an archive. */
const unstarted: ReadonlySet<string | undefined> = new Set([
  'ERR_WORKER_INIT_FAILED',
  'ERR_MODULE_NOT_FOUND',
  'ERR_UNSUPPORTED_ESM_URL_SCHEME',
  'MODULE_NOT_FOUND',
  'ENOENT',
  'ENOTDIR',
]);

/** Runs a job in a thread, or here where no thread can be started. */
export function runInWorker(job: StorageJob): QueuedWork {
  const file = workerFile(new URL('./storage-worker.ts', import.meta.url));
  const worker = new Worker(file, { workerData: job, execArgv: [], env: {}, name: 'storage' });
  const result = new Promise<boolean>((resolve, reject) => {
    worker.once('message', (word: StorageReply) => {
      if ('done' in word) resolve(word.done);
      else reject(Object.assign(new Error(word.message), word));
    });
    worker.once('error', (thrown: NodeJS.ErrnoException) => {
      if (!unstarted.has(thrown.code)) return reject(thrown);
      try {
        resolve(runJob(job));
      } catch (failed) {
        // A throw from here would end the program.
        reject(failed);
      }
    });
    worker.once('exit', () => reject(new Error('the thread ended')));
  });
  // Callers that stop it need not handle the rejection.
  result.catch(() => {});
  return { result, stop: async () => void (await worker.terminate()) };
}

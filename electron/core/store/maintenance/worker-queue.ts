import { Worker } from 'node:worker_threads';
import { workerFile } from '../../worker-file.ts';
import { doJob, type StorageJob, type StorageWord } from './storage-job.ts';

/** The program ends before the job did. */
export class QueueClosed extends Error {}

/** Jobs on the files of one history, one after another. */
export interface WorkerQueue {
  /** @throws QueueClosed, or the error of SQLite or the file system. */
  run(job: StorageJob): Promise<boolean>;
  /** A job runs or waits. */
  readonly isBusy: boolean;
  /** Ends what runs. Nothing is begun after it. */
  close(): Promise<void>;
}

/**
 * One at a time: a backup that is being made while something is deleted is finished first, and then loses what was
 * deleted like the others.
 */
export function createWorkerQueue(): WorkerQueue {
  let last: Promise<unknown> = Promise.resolve();
  let running: WorkApart | null = null;
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

/** A job that runs in a thread of its own. */
interface WorkApart {
  /** Rejects with the error of SQLite or the file system, its codes on it. */
  readonly result: Promise<boolean>;
  /** Ends the thread where it stands; the result then rejects. */
  stop(): Promise<void>;
}

/** The thread never began: it has no memory, or its file cannot be read where the program is (inside an archive). */
const unstarted: ReadonlySet<string | undefined> = new Set([
  'ERR_WORKER_INIT_FAILED',
  'ERR_MODULE_NOT_FOUND',
  'ERR_UNSUPPORTED_ESM_URL_SCHEME',
  'MODULE_NOT_FOUND',
  'ENOENT',
  'ENOTDIR',
]);

/** Does a job in a thread, or here where no thread can be started. */
export function runInWorker(job: StorageJob): WorkApart {
  const file = workerFile(new URL('./storage-worker.ts', import.meta.url));
  const worker = new Worker(file, { workerData: job, execArgv: [], env: {}, name: 'storage' });
  const result = new Promise<boolean>((resolve, reject) => {
    worker.once('message', (word: StorageWord) => {
      if ('done' in word) resolve(word.done);
      else reject(Object.assign(new Error(word.message), word));
    });
    worker.once('error', (thrown: NodeJS.ErrnoException) => {
      if (!unstarted.has(thrown.code)) return reject(thrown);
      try {
        resolve(doJob(job));
      } catch (failed) {
        // Thrown from here it would end the program.
        reject(failed);
      }
    });
    worker.once('exit', () => reject(new Error('the thread ended')));
  });
  // Whoever stops it need not listen.
  result.catch(() => {});
  return { result, stop: async () => void (await worker.terminate()) };
}

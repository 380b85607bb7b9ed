import { Worker } from 'node:worker_threads';
import { workerFile } from '../../worker-file.ts';
import { doJob, type StorageJob, type StorageWord } from './storage-job.ts';

/** A job that runs in a thread of its own. */
export interface WorkApart {
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

import { runInWorker, type WorkApart } from './run-in-worker.ts';
import type { StorageJob } from './storage-job.ts';

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

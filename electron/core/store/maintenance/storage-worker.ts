import { parentPort, workerData } from 'node:worker_threads';
import { doJob, type StorageJob, type StorageWord } from './storage-job.ts';

/** The thread that does one job on the files of the history, and ends. */
function work(): StorageWord {
  try {
    return { done: doJob(workerData as StorageJob) };
  } catch (thrown) {
    const { message, code, errcode } = thrown as Error & { code?: string; errcode?: number };
    return { message, ...(code !== undefined && { code }), ...(errcode !== undefined && { errcode }) };
  }
}

parentPort?.postMessage(work());

import { parentPort, workerData } from 'node:worker_threads';
import { runJob, type StorageJob, type StorageReply } from './storage-job.ts';

/** Runs one job on the files of the history in this thread. */
function work(): StorageReply {
  try {
    return { done: runJob(workerData as StorageJob) };
  } catch (thrown) {
    const { message, code, errcode } = thrown as Error & { code?: string; errcode?: number };
    return { message, ...(code !== undefined && { code }), ...(errcode !== undefined && { errcode }) };
  }
}

parentPort?.postMessage(work());

import { parentPort, workerData } from 'node:worker_threads';
import { type DecodeJob, type DecodeWord, UnreadableFile } from './decode.ts';

/** The thread that decodes one file. Each decoder is loaded only for a file that needs it. */
async function decode(job: DecodeJob): Promise<DecodeWord> {
  try {
    if (job.kind === 'image') return { decoded: await (await import('./decode-image.ts')).decodeImage(job) };
    return { decoded: await (await import('./decode-audio.ts')).decodeAudio(job.bytes) };
  } catch (thrown) {
    return { why: thrown instanceof UnreadableFile ? thrown.message : 'its data is damaged' };
  }
}

parentPort?.postMessage(await decode(workerData as DecodeJob));

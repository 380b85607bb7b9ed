import { umapMap } from './umap.ts';
import { answerQuestions, type DedicatedWorkerScope } from './worker-call.ts';

answerQuestions({ map: umapMap }, globalThis as unknown as DedicatedWorkerScope);

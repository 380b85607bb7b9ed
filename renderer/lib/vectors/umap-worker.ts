import { umapMap } from './umap.ts';
import { type DedicatedWorkerScope, serveCalls } from './worker-call.ts';

serveCalls({ map: umapMap }, globalThis as unknown as DedicatedWorkerScope);

import type { Asked } from '#shared/contract/define.ts';

/** Somebody who waits for the answer to its end. */
export const asked: Asked = { signal: new AbortController().signal };

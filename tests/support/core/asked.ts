import type { CallContext } from '#shared/contract/define.ts';

/** Somebody who waits for the answer to its end. */
export const asked: CallContext = { signal: new AbortController().signal };

import type { CallContext } from '#shared/contract/define.ts';

/** A caller that waits for the complete result. */
export const callContext: CallContext = { signal: new AbortController().signal };

import type { useAction } from '../../../lib/page/use-action.ts';

/** Asks the core for something; its failure stands below the head until the next try. */
export type RunAct = ReturnType<typeof useAction<[() => Promise<void>], void>>;

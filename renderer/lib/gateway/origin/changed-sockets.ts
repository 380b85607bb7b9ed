import type { ChangedSockets } from '../patch/patch-bar.tsx';
import type { WorkOrigin } from './work-origin.ts';

/** What the sockets of a patch line have now. */
export interface Sockets {
  connectionId: string | undefined;
  keyId: string | undefined;
  routeId: string;
  model: string;
}

/**
 * The sockets that differ from what a piece of work was made with: they did not answer, and their cords stay dark. A key or
 * a model that is not known counts as the same.
 */
export function changedSockets(
  origin: Pick<WorkOrigin, 'connectionId' | 'keyId'> & { routeId: string; model: string | null },
  now: Sockets,
): ChangedSockets {
  const isElsewhere = origin.connectionId !== now.connectionId;
  return {
    key: isElsewhere || (origin.keyId !== null && origin.keyId !== now.keyId),
    route: isElsewhere || origin.routeId !== now.routeId,
    model: isElsewhere || (origin.model !== null && origin.model !== now.model),
  };
}

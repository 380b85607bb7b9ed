import { useDeferredValue, useEffect, useState } from 'react';
import { useUploadsOf } from '../../../lib/files/attachments.ts';
import { useLimits } from '../../../lib/gateway/models/use-limits.ts';
import { lazyModule, useLazyModule } from '../../../ui/base/lazy-module.ts';
import { type Conversation, shownTurns, type Turn } from '../model/conversation.ts';
import { useUnsentText } from './composer-text.ts';
import type { PendingBody } from './pending-body.ts';

type PendingBodies = typeof import('./pending-body.ts');
const pendingBodies = lazyModule(() => import('./pending-body.ts'));

/**
 * Returns the body that Send would send; `null` where it is not shown, and while the turns of a long conversation are
 * read, or written for the first time. What takes longer than drawing the typed letters is deferred.
 */
export function usePendingBody(conversation: Conversation, isShown: boolean): PendingBody | null {
  const deferred = useDeferredValue(conversation);
  const text = useDeferredValue(useUnsentText(deferred));
  const uploads = useUploadsOf(deferred.id);
  const module = useLazyModule(pendingBodies, isShown);
  const isWritten = useWritten(deferred, module);
  // Read so that the body is composed again when one is learned.
  useLimits(deferred.connectionId, deferred.routeId, deferred.model);
  if (!module || !isWritten || deferred.unread) return null;
  return { conversation: deferred, body: module.pendingBody(deferred, { text, uploads }) };
}

/** Writes the turns of a conversation as they are sent, without blocking the page; returns whether they are written. */
function useWritten(conversation: Conversation, module: PendingBodies | null): boolean {
  const turns = shownTurns(conversation);
  const [written, setWritten] = useState<readonly Turn[]>();
  const isWritten = !module || written === turns || module.isQuick(conversation, turns);
  useEffect(() => {
    if (isWritten || !module) return;
    const leaving = new AbortController();
    void module.writeAhead(conversation, turns, leaving.signal).then(() => leaving.signal.aborted || setWritten(turns));
    return () => leaving.abort();
  }, [conversation, turns, module, isWritten]);
  return isWritten;
}

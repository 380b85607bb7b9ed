import { useDeferredValue, useEffect, useState } from 'react';
import { useUploadsOf } from '../../../lib/files/attachments.ts';
import { knownRefusedFields } from '../../../lib/gateway/models/refused-fields.ts';
import { useLimits } from '../../../lib/gateway/models/use-limits.ts';
import { type Composed, compose, isQuick, writeAhead } from '../model/compose-body.ts';
import { type Conversation, shownTurns, type Turn } from '../model/conversation.ts';
import { useUnsentText } from './composer-text.ts';
import { pendingTurns, type Unsent } from './pending-turns.ts';

/** A conversation and the body that Send would send for it. */
export interface PendingBody {
  conversation: Conversation;
  body: Composed;
}

let newest: (Unsent & PendingBody & { refused: readonly string[] }) | undefined;

/** Composed once and shared by everything that shows it: its size, the drawer and the editor of the whole body. */
export function pendingBody(conversation: Conversation, { text, uploads }: Unsent): Composed {
  const { connectionId, routeId, model } = conversation;
  const refused = knownRefusedFields(connectionId, routeId, model);
  const isSame = newest?.conversation === conversation && newest.text === text && newest.uploads === uploads;
  if (!newest || !isSame || newest.refused !== refused)
    newest = {
      conversation,
      text,
      uploads,
      refused,
      body: compose(conversation, pendingTurns(conversation, { text, uploads }), refused),
    };
  return newest.body;
}

/**
 * Returns the body that Send would send; `null` where it is not shown, and while the turns of a long conversation are
 * read, or written for the first time. What takes longer than drawing the typed letters is deferred.
 */
export function usePendingBody(conversation: Conversation, isShown: boolean): PendingBody | null {
  const deferred = useDeferredValue(conversation);
  const text = useDeferredValue(useUnsentText(deferred));
  const uploads = useUploadsOf(deferred.id);
  const isWritten = useWritten(deferred, isShown);
  // Read so that the body is composed again when one is learned.
  useLimits(deferred.connectionId, deferred.routeId, deferred.model);
  if (!isShown || !isWritten || deferred.unread) return null;
  return { conversation: deferred, body: pendingBody(deferred, { text, uploads }) };
}

/** Writes the turns of a conversation as they are sent, without blocking the page; returns whether they are written. */
function useWritten(conversation: Conversation, isShown: boolean): boolean {
  const turns = shownTurns(conversation);
  const [written, setWritten] = useState<readonly Turn[]>();
  const isWritten = !isShown || written === turns || isQuick(conversation, turns);
  useEffect(() => {
    if (isWritten) return;
    const leaving = new AbortController();
    void writeAhead(conversation, turns, leaving.signal).then(() => leaving.signal.aborted || setWritten(turns));
    return () => leaving.abort();
  }, [conversation, turns, isWritten]);
  return isWritten;
}

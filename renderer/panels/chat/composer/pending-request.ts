import { useDeferredValue, useEffect, useState } from 'react';
import { attachmentsIn, uploadsOf, useUploadsOf } from '../../../lib/files/attachments.ts';
import type { Upload } from '../../../lib/files/uploads.ts';
import { knownRefusedFields, useLimits } from '../../../lib/gateway/models/use-limits.ts';
import { type Composed, compose, isQuick, writeAhead } from '../model/compose-body.ts';
import { type Conversation, shownTurns, type Turn, type UserTurn } from '../model/conversation.ts';
import { unsentText, useUnsentText } from './composer-text.ts';

/** The content of a conversation's composer. */
interface Unsent {
  text: string;
  uploads: readonly Upload[];
}

/** Reads the composer's current content once; components use the hooks instead. */
export const unsentOf = (conversation: Conversation): Unsent => ({
  text: unsentText(conversation),
  uploads: uploadsOf(conversation.id).store.getState().uploads,
});

/** Returns the composer's content as a turn to send; a new id each time. */
export function pendingTurn(conversation: Conversation, { text, uploads }: Unsent): UserTurn {
  return {
    id: crypto.randomUUID(),
    parentId: shownTurns(conversation).at(-1)?.id ?? null,
    createdAt: Date.now(),
    role: 'user',
    text,
    attachments: attachmentsIn(uploads),
  };
}

/** Returns the turns Send would send: the shown ones, and the composer's unless it is empty. */
export function pendingTurns(conversation: Conversation, unsent: Unsent): readonly Turn[] {
  const turn = pendingTurn(conversation, unsent);
  const shown = shownTurns(conversation);
  return turn.text.trim() || turn.attachments.length > 0 || shown.length === 0 ? [...shown, turn] : shown;
}

/** A conversation and the body that Send would send for it. */
interface PendingBody {
  conversation: Conversation;
  body: Composed;
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
function useWritten(conversation: Conversation, isWanted: boolean): boolean {
  const turns = shownTurns(conversation);
  const [written, setWritten] = useState<readonly Turn[]>();
  const isWritten = !isWanted || written === turns || isQuick(conversation, turns);
  useEffect(() => {
    if (isWritten) return;
    const leaving = new AbortController();
    void writeAhead(conversation, turns, leaving.signal).then(() => leaving.signal.aborted || setWritten(turns));
    return () => leaving.abort();
  }, [conversation, turns, isWritten]);
  return isWritten;
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

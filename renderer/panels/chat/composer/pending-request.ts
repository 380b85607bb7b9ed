import { useDeferredValue } from 'react';
import type { Upload } from '../../../lib/files/uploads.ts';
import { bodyBytes, type Composed, compose } from '../model/compose-body.ts';
import { type Conversation, shownTurns, type Turn, type UserTurn } from '../model/conversation.ts';
import { attachmentsIn, uploadsOf, useUploadsOf } from './attachments.ts';
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
function pendingTurns(conversation: Conversation, unsent: Unsent): readonly Turn[] {
  const turn = pendingTurn(conversation, unsent);
  const shown = shownTurns(conversation);
  return turn.text.trim() || turn.attachments.length > 0 || shown.length === 0 ? [...shown, turn] : shown;
}

/** A conversation and the body that Send would send for it. */
interface PendingBody {
  conversation: Conversation;
  body: Composed & { sizeBytes: number };
}

/**
 * Returns the body that Send would send; `null` where it is not shown. Composing the body of a long conversation takes
 * longer than drawing its last turns and the typed letters, so the body is deferred.
 */
export function usePendingBody(conversation: Conversation, isShown: boolean): PendingBody | null {
  const deferred = useDeferredValue(conversation);
  const text = useDeferredValue(useUnsentText(deferred));
  const uploads = useUploadsOf(deferred.id);
  return isShown ? { conversation: deferred, body: pendingBody(deferred, { text, uploads }) } : null;
}

let newest: (Unsent & PendingBody) | undefined;

/** Composed once and shared by everything that shows it: its size, the drawer and the editor of the whole body. */
export function pendingBody(conversation: Conversation, { text, uploads }: Unsent): PendingBody['body'] {
  if (newest?.conversation !== conversation || newest.text !== text || newest.uploads !== uploads) {
    const body = compose(conversation, pendingTurns(conversation, { text, uploads }));
    newest = { conversation, text, uploads, body: { ...body, sizeBytes: bodyBytes(body) } };
  }
  return newest.body;
}

import { useDeferredValue } from 'react';
import type { Upload } from '../../../lib/files/uploads.ts';
import { bodyBytes, type Composed, compose } from '../model/compose.ts';
import { type Conversation, shownTurns, type Turn, type UserTurn } from '../model/conversation.ts';
import { attachmentsIn, uploadsOf, useUploadsOf } from './attachments.ts';
import { unsentText, useUnsentText } from './composer-text.ts';

/** What stands in the composer of a conversation. */
interface Unsent {
  text: string;
  uploads: readonly Upload[];
}

/** What stands there at this moment; what is drawn uses the hooks. */
export const unsentOf = (conversation: Conversation): Unsent => ({
  text: unsentText(conversation),
  uploads: uploadsOf(conversation.id).store.getState().uploads,
});

/** The turn in the composer as it would be sent now; a new id each time. */
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

/** What Send would send: the shown turns, and the one in the composer when there is anything in it. */
function pendingTurns(conversation: Conversation, unsent: Unsent): readonly Turn[] {
  const turn = pendingTurn(conversation, unsent);
  const shown = shownTurns(conversation);
  return turn.text.trim() || turn.attachments.length > 0 || shown.length === 0 ? [...shown, turn] : shown;
}

/** A conversation, and the body that Send would send for it. */
interface PendingBody {
  conversation: Conversation;
  body: Composed & { sizeBytes: number };
}

/**
 * The body that Send would send. The body of a long conversation takes longer to write than its last turns and the typed
 * letters take to draw: those come first, and the body a moment later.
 */
export function usePendingBody(conversation: Conversation): PendingBody {
  const late = useDeferredValue(conversation);
  const text = useDeferredValue(useUnsentText(late));
  const uploads = useUploadsOf(late.id);
  return { conversation: late, body: pendingBody(late, { text, uploads }) };
}

let newest: (Unsent & PendingBody) | undefined;

/** It is composed once for all that show it: its size, the drawer, and the editor of the whole body. */
export function pendingBody(conversation: Conversation, { text, uploads }: Unsent): PendingBody['body'] {
  if (newest?.conversation !== conversation || newest.text !== text || newest.uploads !== uploads) {
    const body = compose(conversation, pendingTurns(conversation, { text, uploads }));
    newest = { conversation, text, uploads, body: { ...body, sizeBytes: bodyBytes(body) } };
  }
  return newest.body;
}

import { attachmentsIn, uploadsOf } from '../../../lib/files/attachments.ts';
import type { Upload } from '../../../lib/files/uploads.ts';
import { type Conversation, shownTurns, type Turn, type UserTurn } from '../model/conversation.ts';
import { unsentText } from './composer-text.ts';

/** The content of a conversation's composer. */
export interface Unsent {
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

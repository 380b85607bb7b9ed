import type { Upload } from '../../../lib/files/uploads.ts';
import { type Conversation, shownTurns, type Turn, type UserTurn } from '../model/conversation.ts';
import { attachmentsIn, uploadsOf } from './attachments.ts';
import { unsentText } from './composer-text.ts';

/** What stands in the composer of a conversation. */
export interface Unsent {
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
export function pendingTurns(conversation: Conversation, unsent: Unsent): readonly Turn[] {
  const turn = pendingTurn(conversation, unsent);
  const shown = shownTurns(conversation);
  return turn.text.trim() || turn.attachments.length > 0 || shown.length === 0 ? [...shown, turn] : shown;
}

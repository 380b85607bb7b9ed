import { type Conversation, shownTurns, type Turn, type UserTurn } from '../model/conversation.ts';
import { attachmentsOf } from './attachments.ts';
import { unsentText } from './composer-text.ts';

/** The turn in the composer as it would be sent now; a new id each time. */
export function pendingTurn(conversation: Conversation): UserTurn {
  return {
    id: crypto.randomUUID(),
    parentId: shownTurns(conversation).at(-1)?.id ?? null,
    createdAt: Date.now(),
    role: 'user',
    text: unsentText(conversation),
    attachments: attachmentsOf(conversation.id),
  };
}

/** What Send would send: the shown turns, and the one in the composer when there is anything in it. */
export function pendingTurns(conversation: Conversation): readonly Turn[] {
  const turn = pendingTurn(conversation);
  const shown = shownTurns(conversation);
  return turn.text.trim() || turn.attachments.length > 0 || shown.length === 0 ? [...shown, turn] : shown;
}

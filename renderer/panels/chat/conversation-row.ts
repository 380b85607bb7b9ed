import type { SavedDocument } from '../../lib/documents/autosave.ts';
import { isSettled } from './model/answer.ts';
import { type Conversation, newestAnswer, shownTurns } from './model/conversation.ts';
import { passagesOf } from './model/passages.ts';

/** The row of a conversation: `turns|state` in its note, and each turn as a passage. */
export const rowOf = (conversation: Conversation): SavedDocument => ({
  id: conversation.id,
  panel: 'chat',
  title: conversation.title,
  starred: conversation.starred,
  // The model that answered last: the one chosen for the next request has answered nothing.
  model: (newestAnswer(conversation)?.model ?? conversation.model) || null,
  note: noteOf(conversation),
  content: JSON.stringify(conversation),
  passages: passagesOf(conversation),
});

/** The words of the list row: how many turns, and how the last one ended when that matters. */
function noteOf(conversation: Conversation): string {
  const shown = shownTurns(conversation);
  const last = shown.at(-1);
  const state = last?.role === 'assistant' && isSettled(last.answer) ? last.answer.state : '';
  return `${shown.filter((turn) => turn.role === 'user').length}|${state}`;
}

import type { SavedDocument, Stored } from '../../../lib/documents/document-storage.ts';
import type { DocumentParts } from '../../../lib/documents/documents-in-parts.ts';
import { isSettled } from './answer.ts';
import { type Conversation, newestAnswer, shownTurns, siblings, type Turn } from './conversation.ts';

/** The conversation as it is stored: its turns are parts of their own. */
interface StoredConversation extends Omit<Conversation, 'turns' | 'title' | 'starred' | 'unread'> {
  /** Conversations of earlier versions contain their turns. */
  turns?: Conversation['turns'];
  /** The last turns of the shown branch, oldest first, and how many are above them. */
  end?: { ids: string[]; earlier: number };
}

/** A screen shows fewer turns, and rarely more text. */
const endTurns = 40;
const endChars = 200_000;

/** Returns the list row of a conversation: `turns|state` in its note. */
export function rowOf(conversation: Conversation): SavedDocument {
  const { title, starred, turns: _turns, unread, ...rest } = conversation;
  const shown = shownTurns(conversation);
  const end = shown.slice(endStart(shown));
  const stored: StoredConversation = {
    ...rest,
    chosen: unusualChoices(conversation),
    end: { ids: end.map((turn) => turn.id), earlier: (unread?.earlier ?? 0) + shown.length - end.length },
  };
  return {
    id: conversation.id,
    panel: 'chat',
    title,
    starred,
    // The model that replied last: the one selected for the next request has not replied yet.
    model: (newestAnswer(conversation)?.model ?? conversation.model) || null,
    note: noteOf(shown),
    content: JSON.stringify(stored),
    passages: [],
    parts: Object.values(conversation.turns).map((turn) => ({
      id: turn.id,
      source: turn,
      write: () => writeTurn(turn),
    })),
  };
}

/** Returns the note of the list row: how many turns, and how the last one ended when that matters. */
function noteOf(shown: readonly Turn[]): string {
  const last = shown.at(-1);
  const state = last?.role === 'assistant' && isSettled(last.answer) ? last.answer.state : '';
  return `${shown.filter((turn) => turn.role === 'user').length}|${state}`;
}

function endStart(shown: readonly Turn[]): number {
  let chars = 0;
  for (let at = shown.length - 1; at >= 0; at -= 1) {
    chars += textOf(shown[at] as Turn).length;
    if (shown.length - at >= endTurns || chars > endChars) return at;
  }
  return 0;
}

/** Without a choice the newest version is shown: most turns have no other, and those choices need not be stored. */
function unusualChoices(conversation: Conversation): Conversation['chosen'] {
  return Object.fromEntries(
    Object.entries(conversation.chosen).filter(
      ([slot, chosen]) => siblings(conversation, slot === 'root' ? null : slot).at(-1)?.id !== chosen,
    ),
  );
}

/** Returns a stored conversation: with its turns if an earlier version stored it, else without any of them yet. */
export function conversationOf({
  content,
  title,
  starred,
}: Pick<Stored, 'content' | 'title' | 'starred'>): Conversation {
  const { end, turns = {}, ...stored } = JSON.parse(content) as StoredConversation;
  return { ...stored, title, starred, turns, ...(end ? { unread: end } : {}) };
}

/** The turns of a conversation are stored one by one; the last ones are read first. */
export const storedTurns: DocumentParts<Conversation, Turn> = {
  of: ({ turns }) => Object.values(turns),
  read: (content) => JSON.parse(content) as Turn,
  first: ({ unread }) => unread?.ids ?? [],
  join({ unread, ...conversation }, turns, isWhole) {
    const inOrder = turns.toSorted((first, second) => first.createdAt - second.createdAt);
    const joined = { ...conversation, turns: Object.fromEntries(inOrder.map((turn) => [turn.id, turn])) };
    return isWhole || !unread ? joined : { ...joined, unread };
  },
};

const writeTurn = (turn: Turn) => ({ content: JSON.stringify(turn), text: textOf(turn) });

/** Returns what a search finds of a turn. */
export function textOf(turn: Turn): string {
  const text =
    turn.role === 'user'
      ? [turn.text, ...turn.attachments.map(({ file }) => file.name)].join('\n')
      : turn.role === 'tool'
        ? turn.outputs.map(({ name, output }) => `${name}\n${output}`).join('\n')
        : [turn.answer.text, turn.answer.reasoning, turn.answer.refusal].join('\n');
  return text.trim();
}

import type { HandedConversation } from '../../../lib/navigation/conversation-handoff.ts';
import { emptyAnswer } from './answer.ts';
import type { Conversation, Turn } from './conversation.ts';

/** Adds the turns of a conversation that was held elsewhere to an empty one, and names it after its first prompt. */
export function withHandedTurns(
  conversation: Conversation,
  { connectionId, keyId, routeId, model, turns }: HandedConversation,
  newId: () => string,
  now: number,
): Conversation {
  const placed: Record<string, Turn> = {};
  let parentId: string | null = null;
  for (const turn of turns) {
    const id = newId();
    const node = { id, parentId, createdAt: now };
    placed[id] =
      turn.role === 'user'
        ? { ...node, role: 'user', text: turn.text, attachments: turn.attachments }
        : {
            ...node,
            role: 'assistant',
            routeId,
            connectionId,
            keyId,
            model,
            exchangeId: null,
            answer: { ...emptyAnswer, state: 'done', text: turn.text },
          };
    parentId = id;
  }
  const title = (turns[0]?.text ?? '').trim().replace(/\s+/g, ' ').slice(0, 60);
  return { ...conversation, title, turns: placed };
}

import type { DraftInput } from '#shared/contract/exchanges.ts';
import { compose } from './compose.ts';
import type { Conversation, Turn } from './conversation.ts';

/** The draft that sends `turns` on the conversation's route; `problems` names what was left out of its body. */
export function draftFor(
  conversation: Conversation & { connectionId: string },
  turns: readonly Turn[],
): { draft: DraftInput; problems: string[] } {
  const { text, inline, problems } = compose(conversation, turns);
  return {
    draft: {
      connectionId: conversation.connectionId,
      ...(conversation.keyId ? { keyId: conversation.keyId } : {}),
      routeId: conversation.routeId,
      params: conversation.routeId.startsWith('native.') ? { model: conversation.model } : {},
      body: { kind: 'json', text, inline },
    },
    problems,
  };
}

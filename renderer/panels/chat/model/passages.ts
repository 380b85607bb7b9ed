import type { Conversation } from './conversation.ts';

/** What a search finds of a conversation, one passage a turn. */
export function passagesOf(conversation: Conversation): { messageId: string; text: string }[] {
  return Object.values(conversation.turns).flatMap((turn) => {
    const text =
      turn.role === 'user'
        ? [turn.text, ...turn.attachments.map(({ file }) => file.name)].join('\n')
        : turn.role === 'tool'
          ? turn.outputs.map(({ name, output }) => `${name}\n${output}`).join('\n')
          : [turn.answer.text, turn.answer.reasoning, turn.answer.refusal].join('\n');
    return text.trim() ? [{ messageId: turn.id, text: text.trim() }] : [];
  });
}

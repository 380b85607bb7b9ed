import { isBlank, isSettled } from './answer.ts';
import type { Turn, UserTurn } from './conversation.ts';

/** Whether a prompt got no usable reply: the request failed, or the reply was empty. `next` is the turn shown below it. */
export const gotNoReply = (next: Turn | undefined): boolean =>
  next?.role === 'assistant' && isSettled(next.answer) && isBlank(next.answer);

/**
 * Whether later requests leave a prompt out. Resent, it would precede the next prompt with no reply between them, which
 * many gateways refuse and every gateway charges for.
 */
export const isLeftOut = (turn: UserTurn, next: Turn | undefined): boolean => !turn.inContext && gotNoReply(next);

/** Returns the turns a request contains: all but the prompts that are left out, each with its empty reply. */
export function turnsInContext(turns: readonly Turn[]): readonly Turn[] {
  return turns.filter((turn, at) => {
    const prompt = turn.role === 'assistant' ? turns[at - 1] : turn;
    const reply = turn.role === 'assistant' ? turn : turns[at + 1];
    return prompt?.role !== 'user' || !isLeftOut(prompt, reply);
  });
}

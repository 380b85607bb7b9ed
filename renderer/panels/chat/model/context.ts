import { isBlank, isSettled } from './answer.ts';
import type { Turn, UserTurn } from './conversation.ts';

/** A prompt whose reply ended with nothing in it: the request failed, or the reply was empty. `next` is the turn shown below it. */
export const gotNothing = (next: Turn | undefined): boolean =>
  next?.role === 'assistant' && isSettled(next.answer) && isBlank(next.answer);

/**
 * Whether later requests leave a prompt out. Sent again it would stand beside the next prompt without a reply between them,
 * which many gateways refuse and every gateway charges for.
 */
export const isLeftOut = (turn: UserTurn, next: Turn | undefined): boolean => !turn.inContext && gotNothing(next);

/** The turns that a request contains: all of them but the prompts that are left out, each with its empty reply. */
export function turnsInContext(turns: readonly Turn[]): readonly Turn[] {
  return turns.filter((turn, at) => {
    const prompt = turn.role === 'assistant' ? turns[at - 1] : turn;
    const reply = turn.role === 'assistant' ? turn : turns[at + 1];
    return prompt?.role !== 'user' || !isLeftOut(prompt, reply);
  });
}

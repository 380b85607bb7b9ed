import { failure } from '#shared/routes/failure.ts';
import { isSettled } from './answer.ts';
import { type AssistantTurn, type Conversation, putAnswer } from './conversation.ts';

/** Assistant turns whose run was under way when the conversation was last kept, and that a record can complete. */
export function unsettledTurns(conversation: Conversation): (AssistantTurn & { exchangeId: string })[] {
  return Object.values(conversation.turns).filter(
    (turn): turn is AssistantTurn & { exchangeId: string } =>
      turn.role === 'assistant' && turn.exchangeId !== null && !isSettled(turn.answer),
  );
}

/**
 * Ends the turns that never got as far as an exchange: the page went away between pressing Send and the first part.
 * Whether the request left is not known here, so the person is sent to the wire list.
 */
export function endLostTurns(conversation: Conversation, message: string, hint: string): Conversation {
  return Object.values(conversation.turns)
    .filter((turn) => turn.role === 'assistant' && turn.exchangeId === null && !isSettled(turn.answer))
    .reduce(
      (kept, turn) =>
        putAnswer(kept, turn.id, {
          answer: {
            ...(turn as AssistantTurn).answer,
            state: 'interrupted',
            sent: 'maybe-processed',
            failure: failure('connection-lost', message, { hint }),
          },
        }),
      conversation,
    );
}

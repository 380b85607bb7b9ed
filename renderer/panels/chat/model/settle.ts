import { AppError, failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import { isSettled } from './answer.ts';
import type { AssistantTurn, Conversation } from './conversation.ts';

/** Assistant turns whose run was under way when the conversation was last kept, and that a record can complete. */
export function unsettledTurns(conversation: Conversation): AssistantTurn[] {
  return Object.values(conversation.turns).filter(
    (turn): turn is AssistantTurn => turn.role === 'assistant' && !isSettled(turn.answer),
  );
}

/**
 * The parts of a turn whose page went away before the first of them. Where nothing has its id the request never came to the
 * core, or was deleted since: which of them is not known here, so the person is sent to the wire list.
 * @throws AppError `connection-lost` with these words.
 */
export async function* partsOrLost(
  parts: AsyncIterable<Part>,
  { message, hint }: { message: string; hint: string },
): AsyncGenerator<Part> {
  try {
    yield* parts;
  } catch (thrown) {
    if (AppError.from(thrown).code !== 'not-found-here') throw thrown;
    throw new AppError(failure('connection-lost', message, { hint }));
  }
}

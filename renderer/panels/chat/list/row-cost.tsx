import { useEffect, useState } from 'react';
import type { ConversationRow } from '#shared/contract/library.ts';
import { client } from '../../../lib/client/client.ts';
import { TotalCost } from '../../../lib/cost/cost-fact.tsx';
import { readStored } from '../../../lib/documents/documents-in-parts.ts';
import { repliesOf } from '../model/conversation.ts';
import { conversationOf, storedTurns } from '../model/stored-conversation.ts';

/** A pointer that only passes over the list reads nothing. Milliseconds. */
const restMs = 300;

/** What the replies of a conversation of the list cost together; read when the pointer or the focus rests on its row. */
export function RowCost({ row: { id, updatedAt } }: { row: ConversationRow }) {
  const [replies, setReplies] = useState<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the conversation was saved
  useEffect(() => {
    let isGone = false;
    const timer = setTimeout(() => {
      exchangesOf(id).then(
        (found) => isGone || setReplies(found),
        // A conversation that cannot be read has no cost to show; opening it says why.
        () => undefined,
      );
    }, restMs);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [id, updatedAt]);
  return replies.length > 0 && <TotalCost exchangeIds={replies} />;
}

async function exchangesOf(id: string): Promise<string[]> {
  const found = await readStored(client.library, id);
  if (!found) return [];
  const conversation = conversationOf(found.stored);
  const turns = found.parts.map(({ content }) => storedTurns.read(content));
  return repliesOf(turns.length === 0 ? conversation : storedTurns.join(conversation, turns, true));
}

import type { Conversation } from './model/conversation.ts';
import { recordedPlace } from './model/place.ts';
import type { ChatPorts } from './ports.ts';

/** A conversation as the library has it, with the revision it was stored as; `null` when it is gone. */
export async function readStored(
  { library, exchanges }: ChatPorts['client'],
  id: string,
): Promise<{ conversation: Conversation; revision: number } | null> {
  const found = await library.open({ id });
  if (!found) return null;
  const { content, title, starred, revision } = found;
  const stored = JSON.parse(content) as Conversation;
  const conversation = await recordedPlace({ ...stored, title, starred }, (exchangeId) =>
    exchanges.get({ id: exchangeId }),
  );
  return { conversation, revision };
}

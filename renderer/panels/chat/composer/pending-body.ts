import { knownRefusedFields } from '../../../lib/gateway/models/refused-fields.ts';
import { type Composed, compose } from '../model/compose-body.ts';
import type { Conversation } from '../model/conversation.ts';
import { pendingTurns, type Unsent } from './pending-turns.ts';

export { isQuick, writeAhead } from '../model/compose-body.ts';

/** A conversation and the body that Send would send for it. */
export interface PendingBody {
  conversation: Conversation;
  body: Composed;
}

let newest: (Unsent & PendingBody & { refused: readonly string[] }) | undefined;

/** Composed once and shared by everything that shows it: its size, the drawer and the editor of the whole body. */
export function pendingBody(conversation: Conversation, { text, uploads }: Unsent): Composed {
  const { connectionId, routeId, model } = conversation;
  const refused = knownRefusedFields(connectionId, routeId, model);
  const isSame = newest?.conversation === conversation && newest.text === text && newest.uploads === uploads;
  if (!newest || !isSame || newest.refused !== refused)
    newest = {
      conversation,
      text,
      uploads,
      refused,
      body: compose(conversation, pendingTurns(conversation, { text, uploads }), refused),
    };
  return newest.body;
}

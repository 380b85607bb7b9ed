import type { AssistantTurn, Conversation } from './conversation.ts';

/** What a reply says of where it came from; connection and key only where the conversation used more than one. */
export interface MadeWith {
  model: string;
  routeId: AssistantTurn['routeId'];
  createdAt: number;
  connectionName: string | null;
  keyAlias: string | null;
}

export function madeWith(turn: AssistantTurn, conversation: Conversation): MadeWith {
  const answers = Object.values(conversation.turns).filter((other) => other.role === 'assistant');
  const places = [conversation, ...answers];
  const otherConnection = places.some(({ connectionId }) => connectionId !== turn.connectionId);
  // A key is named by its connection where that differs; beside another key of the same connection it needs a name of its own.
  const otherKey = places.some(
    ({ connectionId, keyId }) =>
      connectionId === turn.connectionId && keyId != null && turn.keyId != null && keyId !== turn.keyId,
  );
  const { model, routeId, createdAt, connectionName, keyAlias } = turn;
  return {
    model,
    routeId,
    createdAt,
    connectionName: otherConnection ? (connectionName ?? null) : null,
    keyAlias: otherKey ? (keyAlias ?? null) : null,
  };
}

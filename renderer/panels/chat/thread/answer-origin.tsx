import { useStore } from 'zustand';
import { routes } from '#shared/protocol/table.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useDates } from '../../../lib/i18n/use-dates.ts';
import { chat } from '../chat.ts';
import type { AssistantTurn, Conversation } from '../model/conversation.ts';
import s from './thread.module.css';

/**
 * Returns what a reply was made with, as separate facts: model, route, connection and key where these differ, and the
 * time.
 */
export function useOriginFacts(): (turn: AssistantTurn, conversation: Conversation) => string[] {
  const dates = useDates();
  const words = useStrings().chat.turn;
  return (turn, conversation) => {
    const { model, routeId, connectionName, keyAlias, createdAt } = madeWith(turn, conversation);
    return [
      model,
      words.routes[routeId],
      ...(connectionName === null ? [] : [connectionName || words.unnamedConnection]),
      ...(keyAlias === null ? [] : [words.withKey(keyAlias)]),
      dates.formatWhen(createdAt),
    ];
  };
}

/** Which model wrote a reply, over which route, and when. */
export function AnswerOrigin({ turn }: { turn: AssistantTurn }) {
  const conversation = useStore(chat(), ({ open, openId }) => open[openId]);
  const factsOf = useOriginFacts();
  if (!conversation) return null;
  const [model, route, ...others] = factsOf(turn, conversation);
  return (
    <p className={s.origin}>
      <b>{model}</b>
      <span title={routes[turn.routeId].path}>{route}</span>
      {others.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  );
}

/** Returns the letter that stands for who wrote a reply: of the model's owner where its id names one. */
export const ownerLetter = (model: string): string => (/[\p{L}\p{N}]/u.exec(model)?.[0] ?? '?').toUpperCase();

/** What a reply says about its origin; connection and key only where the conversation used more than one. */
interface MadeWith {
  model: string;
  routeId: AssistantTurn['routeId'];
  createdAt: number;
  connectionName: string | null;
  keyAlias: string | null;
}

export function madeWith(turn: AssistantTurn, conversation: Conversation): MadeWith {
  const { connections, keys } = placesOf(conversation);
  const otherConnection = [...connections].some((id) => id !== turn.connectionId);
  // The connection's name is enough where that differs; next to another key of the same connection, the key needs its
  // own name.
  const otherKey = turn.keyId != null && [...(keys.get(turn.connectionId) ?? [])].some((keyId) => keyId !== turn.keyId);
  const { model, routeId, createdAt, connectionName, keyAlias } = turn;
  return {
    model,
    routeId,
    createdAt,
    connectionName: otherConnection ? (connectionName ?? null) : null,
    keyAlias: otherKey ? (keyAlias ?? null) : null,
  };
}

interface Places {
  connections: ReadonlySet<string | null>;
  /** Keys used, by connection. */
  keys: ReadonlyMap<string | null, ReadonlySet<string>>;
}

/** Every reply asks for them, so they are collected once for a conversation. */
const places = new WeakMap<Conversation, Places>();

function placesOf(conversation: Conversation): Places {
  const cached = places.get(conversation);
  if (cached) return cached;
  const connections = new Set<string | null>();
  const keys = new Map<string | null, Set<string>>();
  const note = ({ connectionId, keyId }: { connectionId: string | null; keyId?: string | null }) => {
    connections.add(connectionId);
    if (keyId != null) keys.set(connectionId, (keys.get(connectionId) ?? new Set()).add(keyId));
  };
  note(conversation);
  for (const turn of Object.values(conversation.turns)) if (turn.role === 'assistant') note(turn);
  const found = { connections, keys };
  places.set(conversation, found);
  return found;
}

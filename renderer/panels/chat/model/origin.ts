import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import {
  changedSockets as changedSince,
  type SelectedPlace,
  type Sockets,
  type WorkOrigin,
} from '../../../lib/gateway/origin/work-origin.ts';
import type { ChangedSockets } from '../../../lib/gateway/patch/patch-bar.tsx';
import { type AssistantTurn, type Conversation, hasNoTurns, newestAnswer } from './conversation.ts';

/** Returns where a conversation belongs; `null` while it has no turn. */
export function originOf(conversation: Conversation): WorkOrigin | null {
  const { connectionId, connectionName = '', keyId, keyAlias = null, routeId, model } = conversation;
  if (connectionId === null || hasNoTurns(conversation)) return null;
  return { connectionId, connectionName, keyId, keyAlias, routeId, model };
}

/** Returns the conversation with its next request sent to `place`; the same object where nothing changes. */
export function moveTo(
  conversation: Conversation,
  place: SelectedPlace | null,
  model = conversation.model,
): Conversation {
  const { connectionId = null, connectionName = '', keyId = null, keyAlias = null } = place ?? {};
  const isSame =
    conversation.connectionId === connectionId &&
    conversation.connectionName === connectionName &&
    conversation.keyId === keyId &&
    conversation.keyAlias === keyAlias &&
    conversation.model === model;
  return isSame ? conversation : { ...conversation, connectionId, connectionName, keyId, keyAlias, model };
}

/**
 * Returns where a conversation of an earlier version belongs. Such a version changed a conversation's connection along
 * with the selected one, so its newest reply tells where it belongs, and the record of that exchange tells the names.
 */
export async function recordedOrigin(
  conversation: Conversation,
  recordOf: (exchangeId: string) => Promise<Pick<ExchangeDetail, 'connectionName' | 'keyAlias' | 'draft'>>,
): Promise<Conversation> {
  const newest = newestAnswer(conversation);
  if (conversation.connectionName !== undefined || newest === null) return conversation;
  const { connectionId, routeId, model } = newest;
  let record: Awaited<ReturnType<typeof recordOf>> | null = null;
  try {
    record = await recordOf(newest.exchangeId ?? newest.id);
  } catch {
    // The record was deleted since: connection, route and model are known from the turn.
  }
  return {
    ...conversation,
    connectionId,
    connectionName: record?.connectionName ?? '',
    keyId: record?.draft?.keyId ?? null,
    keyAlias: record?.keyAlias ?? null,
    routeId,
    model,
  };
}

/**
 * Returns the sockets whose content differs from what the newest reply was made with, whether changed in the
 * conversation or on the page. `key` is the selected one, `undefined` for none.
 */
export function changedSockets(
  { connectionId, keyId, routeId, model }: Conversation,
  newest: AssistantTurn,
  selected: Pick<Sockets, 'connectionId' | 'keyId'>,
): ChangedSockets {
  const madeWith = { ...newest, keyId: newest.keyId ?? null };
  const own = changedSince(madeWith, {
    connectionId: connectionId ?? undefined,
    keyId: keyId ?? undefined,
    routeId,
    model,
  });
  const page = changedSince(madeWith, { ...selected, routeId, model });
  return { key: own.key || page.key, route: own.route || page.route, model: own.model || page.model };
}

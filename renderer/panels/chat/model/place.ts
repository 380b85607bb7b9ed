import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { changedSockets as changedSince, type Sockets } from '../../../lib/gateway/origin/changed-sockets.ts';
import type { SelectedPlace, WorkOrigin } from '../../../lib/gateway/origin/work-origin.ts';
import type { ChangedSockets } from '../../../lib/gateway/patch/patch-bar.tsx';
import { type AssistantTurn, type Conversation, newestAnswer, saysNothing } from './conversation.ts';

/** Where a conversation belongs; `null` while nothing was said in it. */
export function originOf(conversation: Conversation): WorkOrigin | null {
  const { connectionId, connectionName = '', keyId, keyAlias = null, routeId, model } = conversation;
  if (connectionId === null || saysNothing(conversation)) return null;
  return { connectionId, connectionName, keyId, keyAlias, routeId, model };
}

/** The conversation with its next request sent to `place`; the same object where it is sent there already. */
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
 * Where a conversation of an earlier version belongs: such a version changed the connection of a conversation with the
 * selected one, so its newest reply tells it, and the record of that exchange the names.
 */
export async function recordedPlace(
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
    // It was deleted since: connection, route and model are known from the turn.
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
 * The sockets whose content is not what the newest reply was made with, be it changed in the conversation or on the page.
 * `key` is the selected one, `undefined` for none.
 */
export function changedSockets(
  { connectionId, keyId, routeId, model }: Conversation,
  newest: AssistantTurn,
  selected: Pick<Sockets, 'connectionId' | 'keyId'>,
): ChangedSockets {
  const made = { ...newest, keyId: newest.keyId ?? null };
  const own = changedSince(made, {
    connectionId: connectionId ?? undefined,
    keyId: keyId ?? undefined,
    routeId,
    model,
  });
  const page = changedSince(made, { ...selected, routeId, model });
  return { key: own.key || page.key, route: own.route || page.route, model: own.model || page.model };
}

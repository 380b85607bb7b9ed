import type { Connection } from '#shared/contract/connections.ts';
import type { KeyStatus } from '#shared/contract/keys.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { askKey, queryClient } from '../../client/query.ts';
import { type Active, chooseConnection, chooseKey, rememberModel, useActive } from '../connections/active.ts';
import type { ChangedSockets } from '../patch/patch-bar.tsx';

/**
 * Where a piece of work (a conversation, a run, a task) belongs: what its requests were sent with, and are sent with
 * again. Names are stored with the ids, so that a deleted connection or key can still be named.
 */
export interface WorkOrigin {
  connectionId: string;
  connectionName: string;
  /** `null`: not known, or sent without a key. Then any key of the connection counts as the same. */
  keyId: string | null;
  keyAlias: string | null;
  routeId: RouteId;
  /** `''` for work without a model. */
  model: string;
}

/** The part of an origin that is selected for the whole page. */
export type SelectedPlace = Pick<WorkOrigin, 'connectionId' | 'connectionName' | 'keyId' | 'keyAlias'>;

/**
 * How an origin compares with what is selected. `unknown` until the lists have loaded. `gone-*`: the connection or key was
 * deleted (or the key switched off), so there is no way back to it.
 */
export type OriginMatch = 'unknown' | 'same' | 'other-connection' | 'gone-connection' | 'other-key' | 'gone-key';

type Place = Pick<WorkOrigin, 'connectionId' | 'keyId'>;

type Selection = Pick<Active, 'ready' | 'connections' | 'connection' | 'keys' | 'key'>;

/** The connection and key that are selected now; `null` without a connection. */
export const selectedPlace = ({ connection, key }: Pick<Selection, 'connection' | 'key'>): SelectedPlace | null =>
  connection && {
    connectionId: connection.id,
    connectionName: connection.name,
    keyId: key?.id ?? null,
    keyAlias: key?.alias ?? null,
  };

/** Compares where work belongs with what is selected now. Route and model belong to the work itself and always fit. */
export function matchOrigin(origin: Place, { ready, connections, connection, keys, key }: Selection): OriginMatch {
  if (!ready) return 'unknown';
  if (!connections.some(({ id }) => id === origin.connectionId)) return 'gone-connection';
  if (connection?.id !== origin.connectionId) return 'other-connection';
  if (origin.keyId === null || origin.keyId === key?.id) return 'same';
  return keys.some(({ id, enabled }) => id === origin.keyId && enabled) ? 'other-key' : 'gone-key';
}

/** `matchOrigin` with what is selected for the page. `null` (work that belongs nowhere yet) fits everywhere. */
export function useOriginMatch(origin: Place | null): OriginMatch {
  const active = useActive();
  return origin ? matchOrigin(origin, active) : 'same';
}

/**
 * Returns true while a request would go to a place that the user has not selected for this work: nothing is sent until
 * then. Work that belongs nowhere yet is sent anywhere; work that was moved is also sent where it was moved to. Before
 * the lists have loaded there is no connection to send with, and nothing to select from.
 */
export const mustChoosePlace = (origin: Place | null, movedTo: Place | null, selection: Selection): boolean =>
  selection.ready &&
  origin !== null &&
  [origin, movedTo].every((place) => place === null || matchOrigin(place, selection) !== 'same');

/** `mustChoosePlace` with what is selected for the page. */
export const useMustChoose = (origin: Place | null, movedTo: Place | null = null): boolean =>
  mustChoosePlace(origin, movedTo, useActive());

/**
 * Selects the connection, key and model of `origin` for the page. What was deleted is not selected: the page would fall back to
 * another connection than the one the user is on. `panel` is the name under which the panel remembers its models. The route
 * stays with the work: the caller puts `origin.routeId` and `origin.model` into its form where they differ.
 */
export function restoreOrigin(panel: string, { connectionId, keyId, model }: WorkOrigin): void {
  const connections = queryClient.getQueryData<Connection[]>(askKey('connections', 'list', {}));
  const keys = queryClient.getQueryData<KeyStatus[]>(askKey('keys', 'status', {}));
  if (connections && !connections.some(({ id }) => id === connectionId)) return;
  // The model first: a patch line that follows the connection takes the remembered one.
  if (model) rememberModel(panel, connectionId, model);
  if (keyId !== null && (!keys || keys.some(({ id, enabled }) => id === keyId && enabled)))
    chooseKey(connectionId, keyId);
  chooseConnection(connectionId);
}

/** The current contents of a patch line's sockets. */
export interface Sockets {
  connectionId: string | undefined;
  keyId: string | undefined;
  routeId: string;
  model: string;
}

/** `changedSockets` with what is selected for the page, in a panel that only has the route of the work. */
export function useChangedSockets(origin: WorkOrigin | null, model: string): ChangedSockets | undefined {
  const { connection, key } = useActive();
  const now = { connectionId: connection?.id, keyId: key?.id, model };
  return origin ? changedSockets(origin, { ...now, routeId: origin.routeId }) : undefined;
}

/**
 * Returns the sockets that differ from what a piece of work was made with: they have not responded, so their cords stay
 * dark. An unknown key or model counts as the same.
 */
export function changedSockets(
  origin: Pick<WorkOrigin, 'connectionId' | 'keyId'> & { routeId: string; model: string | null },
  now: Sockets,
): ChangedSockets {
  const isElsewhere = origin.connectionId !== now.connectionId;
  return {
    key: isElsewhere || (origin.keyId !== null && origin.keyId !== now.keyId),
    route: isElsewhere || origin.routeId !== now.routeId,
    model: isElsewhere || (origin.model !== null && origin.model !== now.model),
  };
}

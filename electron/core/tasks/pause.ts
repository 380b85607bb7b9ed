import { createHash } from 'node:crypto';
import type { TaskParts } from './ports.ts';
import type { StoredTask, TaskFacts } from './stored-task.ts';

/** The stamp of a result that waits for room, on the disk or in memory. */
export const pauseStamp = 'room';

type World = Pick<TaskParts, 'connections' | 'keys' | 'networks'>;

type Owner = Pick<TaskFacts, 'connectionId' | 'keyId'>;

/** The key that a task is asked for with: its own, and when that was removed the first of its connection. */
const keyOf = ({ connectionId, keyId }: Owner, keys: World['keys']) =>
  (keyId === null ? null : keys.choose(connectionId, keyId)) ?? keys.choose(connectionId, undefined);

/** The task with the key that it is asked for with now: on most gateways every key of one user sees his tasks. */
export const withPresentKey = (task: StoredTask, keys: World['keys']): StoredTask => ({
  ...task,
  facts: { ...task.facts, keyId: keyOf(task.facts, keys)?.id ?? null },
});

/**
 * A short text for everything that a request of a task depends on and that the gateway did not say: its connection, its
 * key, and the networks of this computer. A rest ends when it has become another one.
 */
export function stampOf({ connectionId, keyId }: TaskFacts, world: World): string {
  const connection = world.connections.find(connectionId);
  const key = connection && keyOf({ connectionId, keyId }, world.keys);
  const way = connection && {
    base: connection.baseAddress,
    headers: connection.headers,
    proxy: connection.proxy,
    ca: connection.extraCa.pem,
    exposed: connection.exposedRoutes,
    insecure: connection.acceptedInsecure,
    style: connection.nativeKeyStyle,
  };
  const held = key && [key.id, world.keys.entryOf(key.id), key.enabled, key.state, key.origin];
  const depends = JSON.stringify([way, held, world.networks()]);
  return createHash('sha256').update(depends).digest('base64url').slice(0, 22);
}

import { createHash } from 'node:crypto';
import { gatewayDetailsOf } from '#shared/protocol/gateway-details.ts';
import type { TaskParts } from './ports.ts';
import type { StoredTask, TaskFacts } from './stored-task.ts';

/** The stamp of a result that waits for free space, on disk or in memory. */
export const pauseStamp = 'room';

type Environment = Pick<TaskParts, 'connections' | 'keys' | 'networks'>;

type Owner = Pick<TaskFacts, 'connectionId' | 'keyId'>;

/** Returns the key that a task is polled with: its own, or if that was deleted the first of its connection. */
const keyOf = ({ connectionId, keyId }: Owner, keys: Environment['keys']) =>
  (keyId === null ? null : keys.choose(connectionId, keyId)) ?? keys.choose(connectionId, undefined);

/**
 * Returns the task with the key it is polled with now: on most gateways every key of a user can read that user's tasks.
 */
export const withPresentKey = (task: StoredTask, keys: Environment['keys']): StoredTask => ({
  ...task,
  facts: { ...task.facts, keyId: keyOf(task.facts, keys)?.id ?? null },
});

/**
 * Returns a short text for everything that a request of a task depends on besides the gateway: its connection, its key,
 * and the networks of this computer. A pause ends when this text changes.
 */
export function stampOf({ connectionId, keyId }: TaskFacts, world: Environment): string {
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
    details: gatewayDetailsOf(connection),
  };
  const held = key && [key.id, world.keys.entryOf(key.id), key.enabled, key.state, key.origin];
  const depends = JSON.stringify([way, held, world.networks()]);
  return createHash('sha256').update(depends).digest('base64url').slice(0, 22);
}

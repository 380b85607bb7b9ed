import type { Route } from '#shared/routes/route.ts';
import type { Session } from './session.ts';

/**
 * Lists the models before a native route is used with a key of which nothing is known: a listing may be sent once for each
 * way to send the key, and what creates something may not.
 */
export async function findNativeKeyStyle({ client, connectionId }: Session, { family }: Route): Promise<void> {
  if (family !== 'native') return;
  if ((await client.keys.status({ connectionId })).length === 0) return;
  const { nativeKeyStyle } = await client.models.list({ connectionId });
  if (nativeKeyStyle === null) await client.models.list({ connectionId, refresh: true });
}

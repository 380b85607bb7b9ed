import type { Route } from '#shared/protocol/route.ts';
import type { Session } from './session.ts';

/**
 * Lists the models before a native route is used with a key of which nothing is known: a listing may be sent once for each
 * way to send the key, and what creates something may not. Does not wait for a `/v1/models` that is silent.
 */
export async function findNativeKeyStyle(session: Session, { family }: Route): Promise<void> {
  const { client, connectionId } = session;
  if (family !== 'native') return;
  if ((await client.keys.status({ connectionId })).length === 0) return;
  if (await isStyleKnown(session)) return;
  const isOver = new AbortController();
  const found = untilFound(session, isOver.signal);
  await Promise.race([client.models.list({ connectionId, refresh: true }), found]).finally(() => isOver.abort());
}

const isStyleKnown = async ({ client, connectionId }: Session): Promise<boolean> =>
  (await client.models.list({ connectionId })).nativeKeyStyle !== null;

async function untilFound(session: Session, signal: AbortSignal): Promise<void> {
  for await (const { area } of session.client.host.changes({}, { signal }))
    if (area === 'models' && (await isStyleKnown(session))) return;
}

import type { WorkOrigin } from '../../../lib/gateway/origin/work-origin.ts';
import { type AudioDocument, callsOf } from './audio-document.ts';

/** Where audio belongs: with what it was sent last. `null` for what was never sent. Names are filled in where known. */
export function originOf(
  document: AudioDocument | null | undefined,
  connections: readonly { id: string; name: string }[],
  keys: readonly { id: string; alias: string }[],
): WorkOrigin | null {
  const last = document && callsOf(document).at(-1);
  if (!last) return null;
  const { connectionId, keyId, routeId, model } = last;
  return {
    connectionId,
    connectionName: connections.find(({ id }) => id === connectionId)?.name ?? '',
    keyId,
    keyAlias: keys.find(({ id }) => id === keyId)?.alias ?? null,
    routeId,
    model,
  };
}

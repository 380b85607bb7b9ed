import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { type SelectedPlace, useMustChoose, type WorkOrigin } from '../../lib/gateway/origin/work-origin.ts';
import { lazyPart } from '../../ui/base/lazy-module.ts';
import { type AudioDocument, callsOf } from './model/audio-document.ts';

const OriginLine = lazyPart(async () => (await import('../../lib/gateway/origin/origin-line.tsx')).OriginLine);

/** Connection and key that the user moved each document to: the next request is sent there. */
const moved = createStore<Record<string, Pick<SelectedPlace, 'connectionId' | 'keyId'>>>(() => ({}));

/** Returns the origin of a document, and whether the user must first choose where the next request is sent. */
export function useAudioOrigin(document: AudioDocument | null | undefined) {
  const active = useActive();
  const to = useStore(moved, (places) => (document ? places[document.id] : undefined));
  const origin = originOf(document, active.connections, active.keys);
  return { origin, mustChoose: useMustChoose(origin, to) };
}

/** Says that audio was sent with a connection or key other than the selected one, and offers the two choices. */
export function AudioOriginLine({ document, panel }: { document: AudioDocument | null | undefined; panel: string }) {
  const { origin, mustChoose } = useAudioOrigin(document);
  if (!document || !origin || !mustChoose) return null;
  return (
    <OriginLine
      panel={panel}
      origin={origin}
      onUseHere={({ connectionId, keyId }) => moved.setState({ [document.id]: { connectionId, keyId } })}
    />
  );
}

/**
 * Returns the origin of a document: that of its last request, `null` if nothing was sent. Names are filled in where
 * known.
 */
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

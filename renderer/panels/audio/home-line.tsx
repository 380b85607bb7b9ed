import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { type SelectedPlace, useMustChoose, type WorkOrigin } from '../../lib/gateway/origin/work-origin.ts';
import { lazyModule, useLazyModule } from '../../ui/base/lazy-module.ts';
import { type AudioDocument, callsOf } from './model/audio-document.ts';

const originLine = lazyModule(() => import('../../lib/gateway/origin/origin-line.tsx'));

/** Places that the user moved audio to, by document: what is sent next goes there. */
const moved = createStore<Record<string, Pick<SelectedPlace, 'connectionId' | 'keyId'>>>(() => ({}));

/** Where audio belongs, and whether it must first be said where it is sent now. */
export function useHome(document: AudioDocument | null | undefined) {
  const active = useActive();
  const to = useStore(moved, (places) => (document ? places[document.id] : undefined));
  const origin = originOf(document, active.connections, active.keys);
  return { origin, mustChoose: useMustChoose(origin, to) };
}

/** Says that audio was sent with another connection or key than the selected one, with the two choices there are. */
export function HomeLine({ document, panel }: { document: AudioDocument | null | undefined; panel: string }) {
  const { origin, mustChoose } = useHome(document);
  const line = useLazyModule(originLine, mustChoose);
  if (!document || !origin || !mustChoose || !line) return null;
  return (
    <line.OriginLine
      panel={panel}
      origin={origin}
      onUseHere={({ connectionId, keyId }) => moved.setState({ [document.id]: { connectionId, keyId } })}
    />
  );
}

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

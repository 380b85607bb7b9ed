import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { type SelectedPlace, useMustChoose } from '../../lib/gateway/origin/work-origin.ts';
import { lazyModule, useLazyModule } from '../../ui/base/lazy-module.ts';
import type { AudioDocument } from './model/audio-document.ts';
import { originOf } from './model/origin-of.ts';

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

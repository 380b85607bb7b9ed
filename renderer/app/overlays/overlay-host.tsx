import { useEffect } from 'react';
import { useStore } from 'zustand';
import { linkToConfirm } from '../../lib/links/asked-link.ts';
import { waitingToasts } from '../../lib/page/toasts.ts';
import { lazyModule, loadWhenIdle, useLazyModule } from '../../ui/base/lazy-module.ts';
import { overlay } from './overlay-state.ts';
import { refusedCopy } from './refused-copy.ts';

const overlays = lazyModule(() => import('./overlays.tsx'));

/** What lies over the page comes when it is first wanted, and stays. */
export function OverlayHost() {
  const isWanted = [
    useStore(overlay, ({ shown }) => shown !== 'none'),
    useStore(linkToConfirm, ({ address }) => address !== null),
    useStore(refusedCopy, ({ refused }) => refused !== null),
    useStore(waitingToasts, ({ list }) => list.length > 0),
  ].includes(true);
  const wasWanted = useStore(overlay, ({ isLoaded }) => isLoaded);
  // Who opens the palette types on at once.
  useEffect(() => loadWhenIdle(overlays), []);
  const loaded = useLazyModule(overlays, isWanted || wasWanted);
  return loaded && <loaded.Overlays />;
}

import { useEffect } from 'react';
import { useStore } from 'zustand';
import { askedLink } from '../lib/asked-link.ts';
import { waitingToasts } from '../lib/toasts.ts';
import { lazyModule, useLazyModule } from '../ui/lazy-module.ts';
import { overlay } from './overlay-state.ts';

const overlays = lazyModule(() => import('./overlays.tsx'));

/** Fetches the code once the page has nothing better to do: who opens the palette types on at once. */
const fetchWhenIdle = () => {
  const fetchIt = () => void overlays.load().catch(() => undefined);
  if ('requestIdleCallback' in globalThis) requestIdleCallback(fetchIt);
  else setTimeout(fetchIt, 1000);
};

/** What lies over the page comes when it is first wanted, and stays. */
export function OverlayHost() {
  const isWanted = [
    useStore(overlay, ({ shown }) => shown !== 'none'),
    useStore(askedLink, ({ address }) => address !== null),
    useStore(waitingToasts, ({ list }) => list.length > 0),
  ].includes(true);
  const wasWanted = useStore(overlay, ({ isLoaded }) => isLoaded);
  useEffect(fetchWhenIdle, []);
  const loaded = useLazyModule(overlays, isWanted || wasWanted);
  return loaded && <loaded.Overlays />;
}

import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { askedLink } from '../lib/asked-link.ts';
import { waitingToasts } from '../lib/toasts.ts';
import { overlay } from './overlay-state.ts';

const Overlays = lazy(async () => ({ default: (await import('./overlays.tsx')).Overlays }));

/** What lies over the page comes, with its code, when it is first wanted, and stays. */
export function OverlayHost() {
  const isWanted = [
    useStore(overlay, ({ shown }) => shown !== 'none'),
    useStore(askedLink, ({ address }) => address !== null),
    useStore(waitingToasts, ({ list }) => list.length > 0),
  ].includes(true);
  const wasWanted = useStore(overlay, ({ isLoaded }) => isLoaded);
  if (!isWanted && !wasWanted) return null;
  return (
    <Suspense>
      <Overlays />
    </Suspense>
  );
}

import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useRpcConnection } from '../lib/client/client.ts';
import { useStrings } from '../lib/i18n/strings.ts';
import { lazyModule, lazyPart, useLazyModule } from '../ui/base/lazy-module.ts';
import s from './app.module.css';
import { Frame } from './frame/frame.tsx';
import { page } from './page-state.ts';

/** Fetched right after the first paint: a host that has ended serves nothing. */
const endedPage = lazyModule(() => import('./ended-page.tsx'));

/**
 * Draws the whole page. When its connection is lost for good, the frame stays underneath with everything the user
 * typed.
 */
export function App() {
  const status = useRpcConnection((state) => state.status);
  const { hasFrame, isOpen, waitsFor } = useStore(page);
  const ended = useLazyModule(endedPage);
  const isGone = status === 'refused' || status === 'ended' || status === 'full';
  /** The user wants to see the frame underneath, to copy from it. */
  const [isLooking, setLooking] = useState(false);
  useEffect(() => {
    if (!isGone) setLooking(false);
  }, [isGone]);
  const isCovered = isGone && !isLooking && ended !== null;
  // A page that never had its data has nothing to look at, and one whose host is waiting says what for.
  const isDrawn = hasFrame && (isOpen || (!isGone && waitsFor === null));
  return (
    <>
      {isDrawn && (
        <div className={s.page} inert={isCovered}>
          <Frame />
        </div>
      )}
      {isCovered ? (
        <ended.EndedPage status={status} onLook={isOpen ? () => setLooking(true) : null} />
      ) : (
        !isDrawn && <Opening />
      )}
    </>
  );
}

const KeyringWait = lazyPart(async () => (await import('./keyring-wait.tsx')).KeyringWait);

/** Shows text only when opening takes noticeably long: what it is waiting for, where the user can help. */
function Opening() {
  const t = useStrings().frame;
  const waitsFor = useStore(page, (state) => state.waitsFor);
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 600);
    return () => clearTimeout(timer);
  }, []);
  const isLocked = isSlow && waitsFor === 'keyring';
  return (
    <main className={s.opening} aria-busy>
      {!isLocked && <h1 className="sr-only">{t.program}</h1>}
      <div role="status">
        {isSlow && !isLocked && <p className={s.plain}>{t.opening}</p>}
        {isLocked && <KeyringWait />}
      </div>
    </main>
  );
}

import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { connection, useRpcConnection } from '../lib/client/client.ts';
import { useStrings } from '../lib/i18n/strings.ts';
import { Mark } from '../ui/base/mark.tsx';
import s from './app.module.css';
import { Frame } from './frame/frame.tsx';
import { page } from './start-page.ts';

/**
 * Draws the whole page. When its connection is lost for good, the frame stays underneath with everything the user
 * typed.
 */
export function App() {
  const status = useRpcConnection((state) => state.status);
  const isOpen = useStore(page, (state) => state.isOpen);
  const isGone = status === 'refused' || status === 'ended' || status === 'full';
  /** The user wants to see the frame underneath, to copy from it. */
  const [isLooking, setLooking] = useState(false);
  useEffect(() => {
    if (!isGone) setLooking(false);
  }, [isGone]);
  const isCovered = isGone && !isLooking;
  return (
    <>
      {isOpen && (
        <div className={s.page} inert={isCovered}>
          <Frame />
        </div>
      )}
      {isCovered ? (
        <EndedPage status={status} onLook={isOpen ? () => setLooking(true) : null} />
      ) : (
        !isOpen && <Opening />
      )}
    </>
  );
}

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
        {isLocked && (
          <div className={s.card}>
            <Mark size={40} />
            <h1>{t.keyring.title}</h1>
            <p>{t.keyring.body}</p>
            <p className={s.hint}>{t.keyring.hint}</p>
          </div>
        )}
      </div>
    </main>
  );
}

interface EndedPageProps {
  status: 'refused' | 'ended' | 'full';
  /** Shows the frame underneath; `null` when there is none. */
  onLook: (() => void) | null;
}

/** Says why this page has no host: it has ended, this link has expired, or all connections are in use. */
function EndedPage({ status, onLook }: EndedPageProps) {
  const { gone } = useStrings().frame;
  const t = gone[status];
  const failure = useRpcConnection((state) => state.failure);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <main className={s.gone}>
      <section className={s.card} role="alert">
        <Mark size={40} />
        <h1 ref={title} tabIndex={-1}>
          {t.title}
        </h1>
        <p>{t.body}</p>
        <p className={s.hint}>{t.next}</p>
        <p className={s.acts}>
          {status === 'ended' && (
            <button type="button" className={s.retry} onClick={connection.retry}>
              {t.retry}
            </button>
          )}
          {onLook && (
            <button type="button" className={s.look} onClick={onLook}>
              {gone.look}
            </button>
          )}
        </p>
        {failure && status !== 'full' && <p className={s.detail}>{failure.message}</p>}
      </section>
    </main>
  );
}

import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useStrings } from '../lib/i18n/strings.ts';
import { lazyPart } from '../ui/base/lazy-module.ts';
import s from './opening.module.css';
import { page } from './start-page.ts';

const KeyringWait = lazyPart(async () => (await import('./keyring-wait.tsx')).KeyringWait);

/** Words only when opening takes long enough to wonder: what it waits for, where the user can help. */
export function Opening() {
  const t = useStrings().frame;
  const waitsFor = useStore(page, (state) => state.waitsFor);
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 600);
    return () => clearTimeout(timer);
  }, []);
  const isLocked = isSlow && waitsFor === 'keyring';
  return (
    <main className={s.page} aria-busy>
      {!isLocked && <h1 className="sr-only">{t.program}</h1>}
      <div role="status">
        {isSlow && !isLocked && <p className={s.plain}>{t.opening}</p>}
        {isLocked && <KeyringWait />}
      </div>
    </main>
  );
}

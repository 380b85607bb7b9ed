import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useStrings } from '../lib/strings.ts';
import { Mark } from '../ui/mark.tsx';
import s from './opening.module.css';
import { page } from './start-page.ts';

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

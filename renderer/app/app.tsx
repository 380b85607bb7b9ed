import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useRpcConnection } from '../lib/client/client.ts';
import s from './app.module.css';
import { Frame } from './frame/frame.tsx';
import { GonePage } from './gone-page.tsx';
import { Opening } from './opening.tsx';
import { page } from './start-page.ts';

/** The whole page. When its line is gone for good the frame stays below, with everything that was typed in it. */
export function App() {
  const status = useRpcConnection((state) => state.status);
  const ready = useStore(page, (state) => state.ready);
  const isGone = status === 'refused' || status === 'ended' || status === 'full';
  /** The person wants to see what stands below, to copy it. */
  const [isLooking, setLooking] = useState(false);
  useEffect(() => {
    if (!isGone) setLooking(false);
  }, [isGone]);
  const isCovered = isGone && !isLooking;
  return (
    <>
      {ready && (
        <div className={s.page} inert={isCovered}>
          <Frame />
        </div>
      )}
      {isCovered ? <GonePage status={status} onLook={ready ? () => setLooking(true) : null} /> : !ready && <Opening />}
    </>
  );
}

import { useState } from 'react';
import { formatMs } from '../../../lib/i18n/format.ts';
import s from './task-card.module.css';

/** The first picture of a saved film, with its length. The bytes come from this computer, and only the head of them. */
export function VideoStill({ address }: { address: string }) {
  const [seconds, setSeconds] = useState<number | null>(null);
  return (
    <>
      <video
        className={s.still}
        // A little into it: many films begin in black.
        src={`${address}#t=0.1`}
        preload="metadata"
        muted
        playsInline
        tabIndex={-1}
        aria-hidden
        onLoadedMetadata={({ currentTarget }) => setSeconds(currentTarget.duration)}
      />
      {seconds !== null && Number.isFinite(seconds) && (
        <span className={s.time} aria-hidden>
          {formatMs(seconds * 1000)}
        </span>
      )}
    </>
  );
}

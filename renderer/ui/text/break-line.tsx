import type { ReactNode } from 'react';
import s from './break-line.module.css';

/** The place where a reply was cut off: the broken cord, who cut it, and a dashed line to the edge. */
export function BreakLine({ children }: { children: ReactNode }) {
  return (
    <div className={s.break}>
      <svg width="46" height="20" viewBox="0 0 46 20" aria-hidden>
        <path d="M2 4C6 13 12 16 17 15.5" />
        <path d="M44 4C40 13 36 15 31 13.5" />
        <path className={s.burst} d="M21 11l-2-3M23.5 10V7M26 11l2-3" />
      </svg>
      <span>{children}</span>
    </div>
  );
}

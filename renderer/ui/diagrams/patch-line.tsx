import type { ReactNode } from 'react';
import s from './patch-line.module.css';

export interface PatchLineProps {
  /** `Jack`, `Cord`, `Jack`, `Cord`, `Jack`. */
  children: ReactNode;
  /** Run state and clock, always at the right. */
  aside?: ReactNode;
}

/** The bar on top of a panel that sends: sockets joined by cords. Long names give way before anything leaves the bar. */
export function PatchLine({ children, aside }: PatchLineProps) {
  return (
    <div className={s.line}>
      <div className={s.run}>{children}</div>
      {aside !== undefined && <div className={s.aside}>{aside}</div>}
    </div>
  );
}

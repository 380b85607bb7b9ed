import type { ReactNode } from 'react';
import { Figure } from '../../../../ui/layout/figure.tsx';
import s from './side-pane.module.css';

interface HeadlineProps {
  /** The result of the view; `null` while there is none. */
  figure: string | null;
  /** What the figure is. */
  label: string;
  /** Texts it is about, and other facts. */
  children?: ReactNode;
}

/** The result of a view beside the map: one large figure, everything else quiet. */
export function Headline({ figure, label, children }: HeadlineProps) {
  return (
    <div className={s.headline} role="status">
      <p>
        {figure !== null && <Figure>{figure}</Figure>} <span>{label}</span>
      </p>
      {children !== undefined && <div className={s.of}>{children}</div>}
    </div>
  );
}

import type { ReactNode } from 'react';
import { PaneHead } from './pane-head.tsx';
import s from './param-column.module.css';

export interface ParamColumnProps {
  title: string;
  /** At the right of the head: a menu, or why nothing here can be changed. */
  actions?: ReactNode;
  /** Nothing in it applies at the moment, and nothing can be changed. */
  inert?: boolean | undefined;
  children: ReactNode;
}

/** The parameters at the right of a panel: a head, and rows that scroll. */
export function ParamColumn({ title, actions, inert, children }: ParamColumnProps) {
  return (
    <>
      <PaneHead title={title}>{actions}</PaneHead>
      <div className={s.rows} inert={inert}>
        {children}
      </div>
    </>
  );
}

import type { ReactNode } from 'react';
import type { Intent } from '../base/intent.ts';
import { Badge } from '../feedback/badge.tsx';
import { PaneHead } from './pane-head.tsx';
import s from './param-column.module.css';

export interface ParamColumnProps {
  title: string;
  /** In a word or two: how many parameters are sent, or why none of these is. */
  state: string;
  intent?: Intent | undefined;
  /** Nothing in it counts at the moment, and nothing can be changed. */
  inert?: boolean | undefined;
  children: ReactNode;
}

/** The parameters at the right of a panel: a head that says how many are sent, and rows that scroll. */
export function ParamColumn({ title, state, intent = 'live', inert, children }: ParamColumnProps) {
  return (
    <>
      <PaneHead title={title}>
        <Badge intent={intent}>{state}</Badge>
      </PaneHead>
      <div className={s.rows} inert={inert}>
        {children}
      </div>
    </>
  );
}

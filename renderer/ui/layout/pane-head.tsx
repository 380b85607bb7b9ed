import type { ReactNode } from 'react';
import { withSigns } from '../base/hidden-signs.tsx';
import s from './pane-head.module.css';

/** The 44 px head of a list, a parameter column or a drawer: a title, then the actions of the pane. */
export function PaneHead({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <header className={s.head}>
      <h2 className="cut-text">{typeof title === 'string' ? withSigns(title, 'code') : title}</h2>
      <span className="space" />
      {children}
    </header>
  );
}

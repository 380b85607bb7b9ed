import type { ReactNode } from 'react';
import { Heading, type HeadingLevel } from '../base/heading.tsx';
import s from './pane-head.module.css';

/** The 44 px head of a list, a parameter column or a drawer: a title, then what acts on the pane. */
export function PaneHead({
  title,
  level = 2,
  children,
}: {
  title: ReactNode;
  level?: HeadingLevel;
  children?: ReactNode;
}) {
  return (
    <header className={s.head}>
      <Heading level={level} className="cut-text">
        {title}
      </Heading>
      <span className={s.space} />
      {children}
    </header>
  );
}

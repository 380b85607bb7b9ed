import type { ReactNode } from 'react';
import { classes } from '../base/class-names.ts';
import { Heading, type HeadingLevel } from '../base/heading.tsx';
import s from './empty-state.module.css';

export interface EmptyStateProps {
  title: ReactNode;
  /** Why it is empty, or what can be done here. */
  children?: ReactNode;
  icon?: ReactNode;
  /** Two or three suggestions, or the one remedy. */
  actions?: ReactNode;
  align?: 'start' | 'center' | undefined;
  level?: HeadingLevel | undefined;
}

/** The middle of an empty pane: what this place is for and how to begin. */
export function EmptyState({ title, children, icon, actions, align = 'start', level = 3 }: EmptyStateProps) {
  return (
    <div className={classes(s.empty, s[align])}>
      {icon !== undefined && <span className={s.icon}>{icon}</span>}
      <Heading level={level} className={s.title}>
        {title}
      </Heading>
      {children !== undefined && <div className={s.body}>{children}</div>}
      {actions !== undefined && <div className={s.actions}>{actions}</div>}
    </div>
  );
}

import type { ReactNode } from 'react';
import { classes } from '../base/class-names.ts';
import type { Intent } from '../base/intent.ts';
import s from './note.module.css';

export interface NoteProps {
  intent?: Intent | undefined;
  icon?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** A quiet sentence about what stands near it. */
export function Note({ intent = 'neutral', icon, action, children }: NoteProps) {
  return (
    <div className={classes(s.note, s[intent])}>
      {icon !== undefined && <span className={s.icon}>{icon}</span>}
      <div className={s.text}>{children}</div>
      {action}
    </div>
  );
}

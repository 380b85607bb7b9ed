import type { ReactNode } from 'react';
import { classes } from '../base/class-names.ts';
import type { Intent } from '../base/intent.ts';
import tone from '../base/tone.module.css';
import s from './note.module.css';

export interface NoteProps {
  intent?: Intent | undefined;
  action?: ReactNode;
  children: ReactNode;
}

/** A muted sentence about what is near it. */
export function Note({ intent = 'neutral', action, children }: NoteProps) {
  return (
    <div className={classes(s.note, tone[intent])}>
      <div className={s.text}>{children}</div>
      {action}
    </div>
  );
}

import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classes } from '../base/class-names.ts';
import { withSigns } from '../base/hidden-signs.tsx';
import tone from '../base/tone.module.css';
import s from './list-row.module.css';

export interface ListRowProps extends Omit<ComponentPropsWithRef<'div'>, 'title' | 'style'> {
  title: ReactNode;
  /** The second line: a state word and a few facts. */
  meta?: ReactNode;
  leading?: ReactNode;
  trailing?: ReactNode;
  selected?: boolean | undefined;
}

/** A two-line row of a context list. Selection and keys belong to the list around it (`VirtualList`). */
export function ListRow({ title, meta, leading, trailing, selected, className, ...rest }: ListRowProps) {
  return (
    <div {...rest} className={classes(s.row, selected && s.selected, className)}>
      <div className={s.first}>
        {leading}
        <span className={classes('cut-text', s.title)}>
          {typeof title === 'string' ? withSigns(title, 'code') : title}
        </span>
        {trailing}
      </div>
      {meta !== undefined && <div className={s.second}>{meta}</div>}
    </div>
  );
}

/** A word of the second line that shows the state. */
export function RowState({ intent, children }: { intent: 'neutral' | 'live' | 'warn' | 'bad'; children: ReactNode }) {
  return <span className={classes(s.state, tone[intent])}>{children}</span>;
}

/** The caption over a group of rows. */
export function ListCaption({ children }: { children: ReactNode }) {
  return <div className={s.caption}>{children}</div>;
}

import { type ReactNode, useId } from 'react';
import { classes } from '../base/class-names.ts';
import type { Intent } from '../base/intent.ts';
import { Tick } from '../controls/tick.tsx';
import { Badge } from '../feedback/badge.tsx';
import { PaneHead } from './pane-head.tsx';
import s from './param-column.module.css';

export interface ParamColumnProps {
  title: string;
  /** In a word or two: how many parameters are sent, or why none of these is. */
  state: string;
  intent?: Intent | undefined;
  /** Nothing in it applies at the moment, and nothing can be changed. */
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

export interface ParamRowProps {
  /** The name as sent. */
  name: string;
  sent: boolean;
  onSentChange: (sent: boolean) => void;
  /** The text beside the name while it is not ticked. */
  notSentText: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Shown but not changeable: a live session, or a required parameter. */
  locked?: boolean | undefined;
  /** The control. It stays usable while not sent; changing it does not tick it. */
  children?: ReactNode;
}

/** One parameter: ticked means it is in the request, and nothing else does. */
export function ParamRow({ name, sent, onSentChange, notSentText, hint, error, locked, children }: ParamRowProps) {
  const id = useId();
  return (
    <fieldset className={classes(s.param, !sent && s.off)} aria-labelledby={id} data-parameter={name}>
      <Tick checked={sent} onCheckedChange={onSentChange} ariaLabel={name} disabled={locked} />
      <div className={s.head}>
        <span id={id} className={classes('mono', s.name)}>
          {name}
        </span>
        {!sent && <span className={s.word}>{notSentText}</span>}
      </div>
      {children !== undefined && <div className={s.control}>{children}</div>}
      {hint !== undefined && <div className={s.hint}>{hint}</div>}
      {error !== undefined && (
        <div className={classes(s.hint, s.error)} role="status">
          {error}
        </div>
      )}
    </fieldset>
  );
}

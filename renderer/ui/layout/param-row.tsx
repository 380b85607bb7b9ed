import { type ReactNode, useId } from 'react';
import { classes } from '../base/class-names.ts';
import { Tick } from '../controls/tick.tsx';
import s from './param-row.module.css';

export interface ParamRowProps {
  /** The name as it goes on the wire. */
  name: string;
  sent: boolean;
  onSentChange: (sent: boolean) => void;
  /** The word beside the name while it is not ticked. */
  notSentText: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Shown but not changeable: a live session, or a required parameter. */
  locked?: boolean | undefined;
  /** The control. It stays usable while not sent; changing it is not sending it. */
  children?: ReactNode;
}

/** One parameter: ticked means it is in the request, and nothing else does. */
export function ParamRow({ name, sent, onSentChange, notSentText, hint, error, locked, children }: ParamRowProps) {
  const id = useId();
  return (
    <fieldset className={classes(s.param, !sent && s.off)} aria-labelledby={id}>
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

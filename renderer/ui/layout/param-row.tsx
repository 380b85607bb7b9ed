import { Fragment, type ReactNode, useId } from 'react';
import { classes } from '../base/class-names.ts';
import { Tick } from '../controls/tick.tsx';
import { tip } from '../controls/tip.ts';
import s from './param-column.module.css';

/** The caption of the parameters that are sent, or that are not, and how many these are. */
export function ParamCaption({ children, count }: { children: string; count: number }) {
  return (
    <h3 className={s.caption}>
      {children}
      <span className="num">{count}</span>
    </h3>
  );
}

export interface ParamRowProps {
  /** The name as sent. */
  name: string;
  sent: boolean;
  onSentChange: (sent: boolean) => void;
  /** The text beside the name while it is not ticked. */
  notSentText: string;
  /** What the parameter does: shown on hover and on focus. */
  hint?: string | undefined;
  /** Always shown. */
  note?: ReactNode;
  error?: string | undefined;
  /** Shown but not changeable: a live session, or a required parameter. */
  locked?: boolean | undefined;
  /** A control that fits beside the name. */
  control?: ReactNode;
  /** A control that needs a line of its own. */
  children?: ReactNode;
}

/** One parameter: ticked means it is in the request, and nothing else does. */
export function ParamRow(props: ParamRowProps) {
  const { name, sent, onSentChange, notSentText, hint, note, error, locked, control, children } = props;
  const id = useId();
  return (
    <fieldset
      className={classes(s.param, !sent && s.off)}
      aria-labelledby={id}
      aria-describedby={hint && `${id}hint`}
      data-parameter={name}
      {...(hint && tip(hint, { side: 'left' }))}
    >
      <Tick checked={sent} onCheckedChange={onSentChange} ariaLabel={name} disabled={locked} />
      <div className={s.head}>
        <span id={id} className={classes('mono', s.name)}>
          <ParamName name={name} />
        </span>
        {!sent && <span className={s.word}>{notSentText}</span>}
      </div>
      {control && <div className={s.control}>{control}</div>}
      {children && <div className={s.wide}>{children}</div>}
      {hint && (
        <span id={`${id}hint`} hidden>
          {hint}
        </span>
      )}
      {note && <div className={s.note}>{note}</div>}
      {error && (
        <div className={classes(s.note, s.error)} role="status">
          {error}
        </div>
      )}
    </fieldset>
  );
}

/** A path breaks after its dots, a name between its words, and only the last name is drawn strong. */
function ParamName({ name }: { name: string }) {
  const path = name.split('.');
  const last = path.pop();
  return (
    <>
      {path.map((part) => (
        <span key={part} className={s.path}>
          {part}.<wbr />
        </span>
      ))}
      {last?.split(/(?<=_)/).map((word) => (
        <Fragment key={word}>
          {word}
          <wbr />
        </Fragment>
      ))}
    </>
  );
}

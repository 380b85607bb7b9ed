import { type ReactNode, useId } from 'react';
import { classes } from '../base/class-names.ts';
import s from './field.module.css';
import { FieldContext } from './field-control.ts';

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong and how to correct it. The hint stays visible. */
  error?: string | undefined;
  /** `row` puts the label at the left, as on settings pages. */
  layout?: 'stack' | 'row' | undefined;
  hideLabel?: boolean | undefined;
  children: ReactNode;
}

/** Names the control inside and ties hint and error to it, so that a screen reader reads all three. */
export function Field({ label, hint, error, layout = 'stack', hideLabel, children }: FieldProps) {
  const id = useId();
  const parts = { label: `${id}label`, hint: `${id}hint`, error: `${id}error` };
  const described = [hint !== undefined && parts.hint, error !== undefined && parts.error].filter(Boolean).join(' ');
  const ties = { id, labelId: parts.label, describedBy: described || undefined, invalid: error !== undefined };
  return (
    <FieldContext value={ties}>
      <div className={classes(s.field, s[layout])}>
        <label id={parts.label} htmlFor={id} className={hideLabel ? 'sr-only' : s.label}>
          {label}
        </label>
        <div className={s.body}>
          {children}
          {hint !== undefined && (
            <div id={parts.hint} className={s.hint}>
              {hint}
            </div>
          )}
          {error !== undefined && (
            <div id={parts.error} className={s.error}>
              {error}
            </div>
          )}
        </div>
      </div>
    </FieldContext>
  );
}

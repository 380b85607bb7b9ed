import { Field as Base } from '@base-ui/react/field';
import type { ReactNode } from 'react';
import { classes } from './class-names.ts';
import s from './field.module.css';

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong and how to put it right. Replaces nothing: the hint stays. */
  error?: string | undefined;
  /** `row` puts the label at the left, as on settings pages. */
  layout?: 'stack' | 'row' | undefined;
  hideLabel?: boolean | undefined;
  children: ReactNode;
}

/** Names the control inside and ties hint and error to it, so that a screen reader reads all three. */
export function Field({ label, hint, error, layout = 'stack', hideLabel, children }: FieldProps) {
  return (
    <Base.Root className={classes(s.field, s[layout])} invalid={error !== undefined}>
      <Base.Label className={hideLabel ? 'sr-only' : s.label}>{label}</Base.Label>
      <div className={s.body}>
        {children}
        {hint !== undefined && <Base.Description className={s.hint}>{hint}</Base.Description>}
        {error !== undefined && (
          <Base.Error className={s.error} match>
            {error}
          </Base.Error>
        )}
      </div>
    </Base.Root>
  );
}

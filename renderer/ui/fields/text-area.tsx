import type { ComponentPropsWithRef, CSSProperties } from 'react';
import { classes } from '../base/class-names.ts';
import { tiedTo, useFieldControl } from './field-control.ts';
import s from './text-area.module.css';

export interface TextAreaProps
  extends Omit<ComponentPropsWithRef<'textarea'>, 'value' | 'defaultValue' | 'onChange' | 'className' | 'style'> {
  value: string;
  onValueChange: (value: string) => void;
  minRows?: number | undefined;
  /** Scrolls beyond this many rows. */
  maxRows?: number | undefined;
  mono?: boolean | undefined;
  /** Without a box, for composers that draw their own. */
  bare?: boolean | undefined;
}

/**
 * Several lines of text; the box grows with them. The browser does the measuring, so typing costs no layout in script.
 */
export function TextArea({ value, onValueChange, minRows = 1, maxRows = 12, mono, bare, ...rest }: TextAreaProps) {
  const ties = useFieldControl(rest['aria-label']);
  const rows = { '--min-rows': minRows, '--max-rows': maxRows } as CSSProperties;
  return (
    <textarea
      {...tiedTo(ties)}
      {...rest}
      rows={minRows}
      spellCheck={mono ? false : rest.spellCheck}
      value={value}
      onChange={(event) => onValueChange(event.target.value)}
      className={classes(s.area, mono && s.mono, bare ? s.bare : s.boxed)}
      style={rows}
    />
  );
}

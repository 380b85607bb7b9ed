import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classes } from '../base/class-names.ts';
import type { ControlSize } from '../controls/button.tsx';
import s from './control.module.css';
import { fixedWidth, tiedTo, useFieldControl } from './field-control.ts';

export interface TextFieldProps
  extends Omit<ComponentPropsWithRef<'input'>, 'value' | 'defaultValue' | 'onChange' | 'size' | 'className' | 'style'> {
  value: string;
  onValueChange: (value: string) => void;
  /** For text that is sent as it is: ids, addresses, headers. Also switches spell checking off. */
  mono?: boolean | undefined;
  icon?: ReactNode;
  trailing?: ReactNode;
  size?: ControlSize | undefined;
  invalid?: boolean | undefined;
  /** A CSS length; the field fills its container without it. */
  width?: string | number | undefined;
}

/** One line of text. Put it in a `Field`, or give it an `aria-label`. */
export function TextField({
  value,
  onValueChange,
  mono,
  icon,
  trailing,
  size = 'md',
  invalid,
  width,
  ...rest
}: TextFieldProps) {
  const ties = useFieldControl(rest['aria-label']);
  const literal = mono ? ({ spellCheck: false, autoCapitalize: 'off', autoCorrect: 'off' } as const) : undefined;
  return (
    <span className={classes(s.control, s[size], invalid && s.invalid)} style={fixedWidth(width)}>
      {icon !== undefined && <span className={s.side}>{icon}</span>}
      <input
        autoComplete="off"
        {...tiedTo(ties, invalid)}
        {...literal}
        {...rest}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        className={classes(s.input, mono && s.mono)}
      />
      {trailing !== undefined && <span className={s.side}>{trailing}</span>}
    </span>
  );
}

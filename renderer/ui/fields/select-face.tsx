import { ChevronDown } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classes } from '../base/class-names.ts';
import { Icon } from '../base/icon.tsx';
import type { ControlSize } from '../controls/button.tsx';
import c from './control.module.css';
import { type FieldTies, tiedTo } from './field-control.ts';
import { fixedWidth } from './fixed-width.ts';
import s from './select.module.css';

/** How the button of a choice looks, and its name where no `Field` gives one. */
export interface SelectLook {
  label?: string | undefined;
  mono?: boolean | undefined;
  size?: ControlSize | undefined;
  width?: string | number | undefined;
}

/** Look and name of the button that a choice of one hangs on, the same before and after its floating code is there. */
export function faceProps(
  { label, mono, size = 'md', width }: SelectLook,
  ties: FieldTies | null,
): ComponentPropsWithRef<'button'> {
  return {
    ...tiedTo(ties, false),
    ...(ties && { 'aria-labelledby': ties.labelId }),
    'aria-label': label,
    className: classes(c.control, c[size], s.trigger, mono && c.mono),
    style: fixedWidth(width),
  };
}

/** What stands on that button: the chosen option, or what to do. */
export function SelectFace({
  icon,
  text,
  placeholder,
}: {
  icon: ReactNode;
  text: string | null;
  placeholder?: string | undefined;
}) {
  return (
    <>
      {icon}
      <span className={classes('cut-text', s.value)}>
        {text ?? <span className={s.placeholder}>{placeholder}</span>}
      </span>
      <span className={c.side}>
        <Icon of={ChevronDown} size="s" />
      </span>
    </>
  );
}

import { ChevronDown } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classes } from '../base/class-names.ts';
import { Icon } from '../base/icon.tsx';
import type { ControlSize } from '../controls/button.tsx';
import c from './control.module.css';
import { type FieldTies, fixedWidth, tiedTo } from './field-control.ts';

/** How the button of a select looks, and its name where no `Field` gives one. */
export interface SelectLook {
  label?: string | undefined;
  mono?: boolean | undefined;
  size?: ControlSize | undefined;
  width?: string | number | undefined;
}

/** Look and name of a select's button, the same before and after its floating code has loaded. */
export function faceProps(
  { label, mono, size = 'md', width }: SelectLook,
  ties: FieldTies | null,
): ComponentPropsWithRef<'button'> {
  return {
    ...tiedTo(ties),
    ...(ties && { 'aria-labelledby': ties.labelId }),
    'aria-label': label,
    className: classes(c.control, c[size], c.trigger, mono && c.mono),
    style: fixedWidth(width),
  };
}

/** The text on that button: the selected option, or the placeholder. */
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
      <span className={classes('cut-text', c.value)}>
        {text ?? <span className={c.placeholder}>{placeholder}</span>}
      </span>
      <span className={c.side}>
        <Icon of={ChevronDown} size="s" />
      </span>
    </>
  );
}

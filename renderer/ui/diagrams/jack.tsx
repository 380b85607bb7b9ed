import { ChevronDown } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classes } from '../base/class-names.ts';
import { Icon } from '../base/icon.tsx';
import { Menu, type MenuProps } from '../overlays/menu.tsx';
import s from './jack.module.css';
import { Ring, type RingState } from './ring.tsx';

export interface JackProps extends Omit<ComponentPropsWithRef<'button'>, 'style' | 'children'> {
  ring: RingState;
  /** What this socket holds: the key's name, the route, the model. */
  children: ReactNode;
  /** What kind of thing it is and what pressing does, read before the content. */
  label: string;
  /** Opens these choices, made when it is open if they come as a function. For richer choices use the jack as `trigger` of a `Popover`. */
  menu?: MenuProps['items'] | undefined;
  /** The arrow that says it opens; on by itself with `menu`. */
  chevron?: boolean | undefined;
}

/** One socket of the patch line: a ring, what is plugged in, and a way to change it. */
export function Jack({ ring, children, label, menu, chevron = menu !== undefined, className, ...rest }: JackProps) {
  const button = (
    <button type="button" {...rest} className={classes(s.jack, className)}>
      <Ring state={ring} />
      <span className="sr-only">{label}</span>
      <span className="cut-text">{children}</span>
      {chevron && (
        <span className={s.arrow}>
          <Icon of={ChevronDown} size="xs" />
        </span>
      )}
    </button>
  );
  return menu === undefined ? button : <Menu trigger={button} items={menu} />;
}

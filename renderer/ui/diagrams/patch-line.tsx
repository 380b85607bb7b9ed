import { ChevronDown } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classes } from '../base/class-names.ts';
import { Icon } from '../base/icon.tsx';
import { Menu, type MenuProps } from '../overlays/menu.tsx';
import s from './patch-line.module.css';

export interface PatchLineProps {
  /** `Jack`, `Cord`, `Jack`, `Cord`, `Jack`. */
  children: ReactNode;
  /** Run state and clock, always at the right. */
  aside?: ReactNode;
}

/**
 * The bar on top of a panel that sends: sockets joined by cords. Long names are shortened before anything leaves the
 * bar.
 */
export function PatchLine({ children, aside }: PatchLineProps) {
  return (
    <div className={s.line}>
      <div className={s.run}>{children}</div>
      {aside !== undefined && <div className={s.aside}>{aside}</div>}
    </div>
  );
}

/** `on` has responded, `off` is empty, `bad` is where it failed. */
export type RingState = 'on' | 'off' | 'bad';

/** A socket: the copper ring, and a center that fills when its part has responded. */
export function Ring({ state }: { state: RingState }) {
  return (
    <svg className={classes(s.ring, s[state])} viewBox="0 0 18 18" aria-hidden>
      <circle className={s.rim} cx="9" cy="9" r="6.5" />
      <circle className={s.core} cx="9" cy="9" r="2.6" />
    </svg>
  );
}

export interface JackProps extends Omit<ComponentPropsWithRef<'button'>, 'style' | 'children'> {
  ring: RingState;
  /** The content of this socket: the key's name, the route, the model. */
  children: ReactNode;
  /** What kind of thing it is and what pressing does, read before the content. */
  label: string;
  /**
   * Opens these choices; as a function they are created when it is open. For richer choices use the jack as `trigger`
   * of a `Popover`.
   */
  menu?: MenuProps['items'] | undefined;
  /** Where the focus goes after a choice in `menu`. */
  nextFocus?: MenuProps['nextFocus'];
  /** The arrow that shows that it opens; on by default with `menu`. */
  chevron?: boolean | undefined;
}

/** One socket of the patch line: a ring, what is plugged in, and a way to change it. */
export function Jack({
  ring,
  children,
  label,
  menu,
  nextFocus,
  chevron = menu !== undefined,
  className,
  ...rest
}: JackProps) {
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
  return menu === undefined ? button : <Menu trigger={button} items={menu} nextFocus={nextFocus} />;
}

/** `idle` dotted, `live` with a light running along it, `done` still, `cut` broken in the middle. */
export type CordState = 'idle' | 'live' | 'done' | 'cut';

/** The cord between two sockets shows the state of the run between them. It is drawn over the ends of its neighbors. */
export function Cord({ state, label }: { state: CordState; label?: string | undefined }) {
  return (
    <svg
      className={classes(s.cord, s[state])}
      viewBox="0 0 56 30"
      role="img"
      aria-label={label}
      aria-hidden={label === undefined}
    >
      <circle className={s.nub} cx="3" cy="15" r="3.2" />
      {state === 'cut' ? (
        <>
          <path d="M3 15C6 22 12 26 19 26.5" />
          <path d="M53 15C50 23 44 26.5 37 26" />
          <path className={s.burst} d="M24 24l-2.5-3.5M28 23v-4M32 24l2.5-3.5" />
        </>
      ) : (
        <path d="M3 15C9 31 45 32 53 15" />
      )}
      {state === 'live' && <path className={s.sheen} d="M3 15C9 31 45 32 53 15" />}
    </svg>
  );
}

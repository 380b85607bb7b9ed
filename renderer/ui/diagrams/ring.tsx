import { classes } from '../base/class-names.ts';
import s from './ring.module.css';

/** `on` has answered, `off` is empty, `bad` is where it broke. */
export type RingState = 'on' | 'off' | 'bad';

/** A socket: the copper ring, and a centre that fills when its part has answered. */
export function Ring({ state }: { state: RingState }) {
  return (
    <svg className={classes(s.ring, s[state])} viewBox="0 0 18 18" aria-hidden>
      <circle className={s.rim} cx="9" cy="9" r="6.5" />
      <circle className={s.core} cx="9" cy="9" r="2.6" />
    </svg>
  );
}

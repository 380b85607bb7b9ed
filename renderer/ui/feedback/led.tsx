import { classes } from '../base/class-names.ts';
import s from './led.module.css';

export type LedState = 'ok' | 'live' | 'warn' | 'bad' | 'off';

/** A connection status light. It has no text: the word is beside it, so screen readers skip it. */
export function Led({ state, size = 'md' }: { state: LedState; size?: 'sm' | 'md' | undefined }) {
  return <span aria-hidden className={classes(s.led, s[state], s[size])} />;
}

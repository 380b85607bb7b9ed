import { classes } from '../base/class-names.ts';
import s from './cord.module.css';

/** `idle` dotted, `live` with a light running along it, `done` still, `cut` broken in the middle. */
export type CordState = 'idle' | 'live' | 'done' | 'cut';

/** The cord between two sockets is the state of what runs there. It is drawn over the ends of its neighbours. */
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

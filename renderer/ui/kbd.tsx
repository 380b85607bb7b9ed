import type { ReactNode } from 'react';
import { classes } from './class-names.ts';
import s from './kbd.module.css';

/** A key or chord. `bare` takes the colour of what it sits on (buttons, tooltips). */
export function Kbd({ children, bare }: { children: ReactNode; bare?: boolean }) {
  return <kbd className={classes(s.kbd, bare && s.bare)}>{children}</kbd>;
}

import { classes } from '../base/class-names.ts';
import s from './method.module.css';

/** The method of a request line in its color: GET, POST, WS and the rest. */
export function Method({ children }: { children: string }) {
  return <span className={classes(s.method, s[children.toLowerCase()])}>{children}</span>;
}

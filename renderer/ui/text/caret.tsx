import s from './caret.module.css';

/** The block caret at the end of a stream. Decoration: the state word beside the answer says that it is live. */
export function Caret() {
  return <span className={s.caret} aria-hidden />;
}

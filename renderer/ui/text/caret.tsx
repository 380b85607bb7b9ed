import s from './caret.module.css';

/** The block caret at the end of a stream. Decorative: the state word beside the reply says that it is live. */
export function Caret() {
  return <span className={s.caret} aria-hidden />;
}

import { useStrings } from '../lib/i18n/strings.ts';
import { Mark } from '../ui/base/mark.tsx';
import s from './app.module.css';

/** What the user can do while the system's keyring is locked. */
export function KeyringWait() {
  const t = useStrings().frame.keyring;
  return (
    <div className={s.card}>
      <Mark size={40} />
      <h1>{t.title}</h1>
      <p>{t.body}</p>
      <p className={s.hint}>{t.hint}</p>
    </div>
  );
}

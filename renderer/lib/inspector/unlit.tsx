import { useStrings } from '../i18n/strings.ts';
import type { WireTab } from '../navigation/wire-focus.ts';
import s from './unlit.module.css';

/** A tab with nothing in it yet says what it will show. */
export function Unlit({ tab }: { tab: WireTab }) {
  const t = useStrings().wire;
  return (
    <p className={s.unlit}>
      <b>{t.unlit[tab].title}</b>
      {t.unlit[tab].body}
    </p>
  );
}

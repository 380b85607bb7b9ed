import { useStrings } from '../../lib/i18n/strings.ts';
import s from '../frame/frame.module.css';
import type { PanelRow } from '../panels.ts';

/** The slots of a panel while its code is on the way: the frame does not move when it comes, and the page has its heading. */
export function EmptyStage({ row, isCutOff }: { row: PanelRow; isCutOff: boolean }) {
  const t = useStrings().frame;
  return (
    <main className={s.work} id="work" tabIndex={-1} aria-busy aria-label={t.panels[row.id]}>
      <h1 className="sr-only">{t.panels[row.id]}</h1>
      <p className={isCutOff ? s.cutOff : 'sr-only'} role="status">
        {isCutOff ? t.cutOff : t.opening}
      </p>
    </main>
  );
}

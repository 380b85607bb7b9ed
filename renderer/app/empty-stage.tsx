import { useStrings } from '../lib/strings.ts';
import s from './frame.module.css';
import type { PanelRow } from './panels.ts';

/** The slots of a panel while its code is on the way: the frame does not move when it comes, and the page has its heading. */
export function EmptyStage({ row }: { row: PanelRow }) {
  const t = useStrings().frame;
  return (
    <main className={s.work} id="work" tabIndex={-1} aria-busy aria-label={t.panels[row.id]}>
      <h1 className="sr-only">{t.panels[row.id]}</h1>
      <span className="sr-only" role="status">
        {t.opening}
      </span>
    </main>
  );
}

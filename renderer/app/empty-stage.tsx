import { useStrings } from '../lib/strings.ts';
import s from './frame.module.css';
import type { PanelRow } from './panels.ts';

/** The slots of a panel while its chunk is on the way: the frame does not move when it comes. */
export function EmptyStage({ row }: { row: PanelRow }) {
  const t = useStrings().frame;
  return (
    <main className={s.work} aria-busy aria-label={t.panels[row.id]}>
      <span className="sr-only" role="status">
        {t.opening}
      </span>
    </main>
  );
}

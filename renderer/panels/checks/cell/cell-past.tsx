import type { CheckCell, CheckRun, CheckRunSummary } from '#shared/contract/checks.ts';
import { formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Sparkline } from '../../../ui/diagrams/sparkline.tsx';
import { latencyOf } from '../model/latency.ts';
import { cellWord } from '../words.ts';
import s from './cell.module.css';
import { sameShapeRuns, useCellHistory } from './cell-history.ts';

/** How the same cell came out before: its last word, whether its shape held, and its times as a line. */
export function CellPast({ cell, run, runs }: { cell: CheckCell; run: CheckRun; runs: readonly CheckRunSummary[] }) {
  const t = useStrings().checks;
  const before = useCellHistory(cell, run, runs);
  const [last] = before ?? [];
  if (before === null) return null;
  const times = [...before.toReversed(), cell].map(latencyOf).filter((ms) => ms !== null);
  const isSameShape = last?.shape === cell.shape;
  return (
    <>
      <div className={s.fact}>
        <dt>{t.cell.lastTime}</dt>
        <dd className={classes('num', last && !isSameShape && s.odd)}>
          {last ? cellWord(last, t) : t.cell.never}
          {last &&
            cell.shape !== null &&
            `, ${isSameShape ? t.cell.sameShape(sameShapeRuns(cell, before)) : t.cell.otherShape}`}
        </dd>
      </div>
      {times.length > 2 && (
        <div className={s.fact}>
          <dt className="sr-only">{t.cell.latencies}</dt>
          <dd className={s.line}>
            <Sparkline values={times} width={120} label={`${t.cell.latencies}: ${times.map(formatMs).join(', ')}`} />
          </dd>
        </div>
      )}
    </>
  );
}

import type { CheckRun } from '#shared/contract/checks.ts';
import { formatMs, formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import s from './cell.module.css';
import { Fact } from './cell-facts.tsx';

/** The settings that are in force for a run, and how far its caps are used up. */
export function RunLimits({ run }: { run: CheckRun }) {
  const t = useStrings().checks;
  const { level, concurrency, firstByteMs, totalMs, cap } = run.input;
  const capped = (made: number, most: number | null) =>
    most === null ? `${formatNumber(made)}, ${t.cell.noCap}` : t.cell.of(formatNumber(made), formatNumber(most));
  return (
    <section className={s.limits}>
      <h3>{t.cell.limits}</h3>
      <dl className={s.facts}>
        <Fact label={t.cell.level} value={t.levels[level].name} />
        <Fact label={t.cell.atOnce} value={`${concurrency}`} />
        <Fact label={t.cell.firstByteLimit} value={formatMs(firstByteMs)} />
        <Fact label={t.cell.totalLimit} value={formatMs(totalMs)} />
        <Fact label={t.cell.callCap} value={capped(run.callsMade, cap.calls)} />
        <Fact label={t.cell.tokenCap} value={capped(run.unitsSpent.tokens, cap.tokens)} />
      </dl>
    </section>
  );
}

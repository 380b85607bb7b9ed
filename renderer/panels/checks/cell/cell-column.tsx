import type { CheckRun } from '#shared/contract/checks.ts';
import { useRoutePath } from '../../../lib/gateway/connections/route-paths.ts';
import { formatMs, formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { classes } from '../../../ui/base/class-names.ts';
import tone from '../../../ui/base/tone.module.css';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Method } from '../../../ui/feedback/method.tsx';
import { PaneHead } from '../../../ui/layout/pane-head.tsx';
import { buildMatrix, selectedCell } from '../model/matrix.ts';
import { faceOf, intentOf, verdicts } from '../model/verdicts.ts';
import { VerdictGlyph } from '../run/verdict-glyph.tsx';
import { type Shown, useRun } from '../shown.ts';
import s from '../side.module.css';
import { SideScroll } from '../side-scroll.tsx';
import { useMatrixView } from '../view.ts';
import { cellWord, columnModel, methodOf } from '../words.ts';
import { CellFacts, Fact } from './cell-facts.tsx';

/** The selected cell with its evidence; below, the limits of its run. */
export function CellColumn({ shown }: { shown: Shown & { runId: string } }) {
  const words = useStrings();
  const { checks: t } = words;
  const { run } = useRun(shown.runId);
  const cursor = useMatrixView((glance) => glance.cursor);
  const pathOf = useRoutePath(run?.connectionId);
  if (!run) return <PaneHead title={t.cell.title} />;
  const selected = selectedCell(buildMatrix(run.rows, run.input.models.length > 0), cursor);
  const cell = selected?.cell;
  const face = cell ? faceOf(cell) : null;
  return (
    <>
      <PaneHead title={t.cell.title}>
        {cell && (
          <Badge
            intent={cell.state === 'ended' ? intentOf(cell.verdict) : cell.state === 'probing' ? 'live' : 'neutral'}
            dot={cell.state === 'probing'}
          >
            {face === 'works' ? words.gateway.verdicts.works : cellWord(cell, words)}
          </Badge>
        )}
      </PaneHead>
      <SideScroll label={t.cell.title}>
        {selected ? (
          <>
            <p className={s.request}>
              <Method>{methodOf(selected.routeId)}</Method> <span className="mono">{pathOf(selected.routeId)}</span>
            </p>
            <p className={s.sockets}>
              <span>
                {t.cell.key} <b>{selected.column.keyAlias ?? t.run.noKey}</b>
              </span>
              <span>
                {t.cell.model}{' '}
                <span className="mono">{cell ? (cell.model ?? t.run.noModel) : columnModel(selected.column, t)}</span>
              </span>
            </p>
            {cell ? (
              <CellFacts key={cell.id} cell={cell} run={run} runs={shown.runs ?? []} />
            ) : (
              <p className={s.sentence}>{t.noCellBody}</p>
            )}
          </>
        ) : (
          <>
            <p className={s.quiet}>{t.cell.choose}</p>
            <VerdictLegend />
          </>
        )}
      </SideScroll>
      <RunLimits run={run} />
    </>
  );
}

/** The settings of a run, and how much of its caps is used up. */
function RunLimits({ run }: { run: CheckRun }) {
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

/** Every verdict a cell can show, with its meaning; shown while no cell is selected. */
export function VerdictLegend({ titled = true }: { titled?: boolean }) {
  const { checks: t, gateway } = useStrings();
  return (
    <>
      {titled && <h3>{t.cell.words}</h3>}
      <dl className={s.legend}>
        {verdicts.map((verdict) => (
          <div key={verdict}>
            <dt className={classes(s.word, tone[intentOf(verdict)])}>
              <VerdictGlyph face={verdict} />
              {gateway.verdicts[verdict]}
            </dt>
            <dd>{t.meanings[verdict]}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

import { Activity, ArrowUpRight, Copy, RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { CheckCell, CheckRun, CheckRunSummary } from '#shared/contract/checks.ts';
import { ask } from '../../../lib/client/query.ts';
import { useAction } from '../../../lib/client/use-action.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { CoreSentence } from '../../../lib/failures/failure-text.tsx';
import { openRoute, panelOfRoute } from '../../../lib/gateway/patch/open-route.ts';
import { formatMs, formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { copyCurl } from '../../../lib/inspector/wire-acts.ts';
import { openWireRecord } from '../../../lib/navigation/wire-focus.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Sparkline } from '../../../ui/diagrams/sparkline.tsx';
import { rerunCells } from '../acts.ts';
import { latencyOf } from '../model/verdicts.ts';
import s from '../side.module.css';
import { cellWord, limitTexts, skipText, unitLabels } from '../words.ts';
import { Evidence } from './evidence.tsx';

/** What was observed, the evidence for it, the previous results, and the next actions. */
export function CellFacts({ cell, run, runs }: { cell: CheckCell; run: CheckRun; runs: readonly CheckRunSummary[] }) {
  const { checks: t, frame, pieces } = useStrings();
  const rerun = useAction(() => rerunCells(run, [cell]));
  const { exchangeId, keyId, routeId, model, earlier = [] } = cell;
  const [limit] = limitTexts([cell]);
  const panel = panelOfRoute(routeId);
  const isEnded = cell.state === 'ended';
  const uses = unitLabels(cell.units, t);
  return (
    <>
      <p className={s.sentence}>
        {isEnded ? <Observation cell={cell} /> : cell.state === 'probing' ? t.cell.probing : t.cell.waiting}
      </p>
      {exchangeId ? (
        <Evidence cell={cell} exchangeId={exchangeId} />
      ) : (
        // The meaning of the other two verdicts already says that nothing was sent.
        isEnded &&
        cell.verdict !== 'not-tried' &&
        cell.verdict !== 'skipped-costly' && <p className={s.quiet}>{t.cell.notSent}</p>
      )}
      <dl className={s.facts}>
        {cell.status !== null && (
          <Fact
            label={t.cell.status}
            value={cell.verdict === 'exists' ? t.cell.asPlanned(cell.status) : `${cell.status}`}
          />
        )}
        {cell.proof && <Fact label={t.cell.proof} value={t.cell.proofs[cell.proof]} />}
        {cell.firstByteMs !== null && <Fact label={t.cell.firstByte} value={formatMs(cell.firstByteMs)} />}
        {cell.totalMs !== null && <Fact label={t.cell.total} value={formatMs(cell.totalMs)} />}
        {uses.length > 0 && <Fact label={t.cell.used} value={pieces.facts(...uses)} />}
        {limit !== undefined && <Fact label={t.cell.limit} value={limit} />}
        {earlier.length > 0 && <Fact label={t.cell.requests} value={formatNumber(earlier.length + 1)} />}
        {isEnded && cell.action !== 'skip' && <CellHistory cell={cell} run={run} runs={runs} />}
      </dl>
      <div className={s.acts}>
        {exchangeId && (
          <Button
            size="sm"
            icon={<Icon of={Activity} size="s" />}
            onClick={() => openWireRecord(exchangeId, 'response')}
          >
            {t.cell.wire}
          </Button>
        )}
        {earlier.map((id, at) => (
          <Button key={id} size="sm" intent="quiet" onClick={() => openWireRecord(id, 'response')}>
            {t.cell.earlier(at + 1)}
          </Button>
        ))}
        {panel !== null && model !== null && (
          <Button
            size="sm"
            icon={<Icon of={ArrowUpRight} size="s" />}
            onClick={() => openRoute({ connectionId: run.connectionId, keyId, routeId, model })}
          >
            {t.cell.openIn(frame.panels[panel])}
          </Button>
        )}
        <Button
          size="sm"
          icon={<Icon of={RotateCw} size="s" />}
          shortcut="R"
          busy={rerun.busy}
          disabledReason={
            cell.action === 'skip' ? t.cell.leftOut : run.state === 'running' ? t.run.rerunBusy : undefined
          }
          onClick={() => void rerun.run()}
        >
          {t.cell.rerun}
        </Button>
        {exchangeId && (
          <Button size="sm" intent="quiet" icon={<Icon of={Copy} size="s" />} onClick={() => void copyCurl(exchangeId)}>
            {t.cell.curl}
          </Button>
        )}
      </div>
      {rerun.failure && <FailureCard failure={rerun.failure} />}
    </>
  );
}

export function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className={s.fact}>
      <dt>{label}</dt>
      <dd className="num">{value}</dd>
    </div>
  );
}

/** The observation in the core's words; in another language, the meaning of the verdict. */
function Observation({ cell: { sentence, why, verdict } }: { cell: CheckCell }) {
  const t = useStrings().checks;
  if (!sentence) return why ? skipText(why, t) : t.meanings[verdict];
  return <CoreSentence core={sentence} meaning={t.meanings[verdict]} />;
}

/** The earlier results of the same cell: its last verdict, whether its shape stayed the same, and its times as a line. */
function CellHistory({ cell, run, runs }: { cell: CheckCell; run: CheckRun; runs: readonly CheckRunSummary[] }) {
  const words = useStrings();
  const { checks: t } = words;
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
          {last
            ? words.pieces.facts(
                cellWord(last, words),
                cell.shape !== null &&
                  (isSameShape ? t.cell.sameShape(sameShapeRuns(cell, before)) : t.cell.otherShape),
              )
            : t.cell.never}
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

/** How many earlier runs are read for one cell. */
const maxRuns = 5;

/**
 * Returns the runs of the same plan before this one, newest first: those of its set, or those without a set and with
 * the same name.
 */
export const runsBefore = (run: CheckRunSummary, runs: readonly CheckRunSummary[]): CheckRunSummary[] =>
  runs
    .filter(
      ({ id, startedAt, setId, name, state }) =>
        id !== run.id &&
        state !== 'running' &&
        startedAt < run.startedAt &&
        setId === run.setId &&
        (setId !== null || name === run.name),
    )
    .toSorted((one, two) => two.startedAt - one.startedAt)
    .slice(0, maxRuns);

const isSame = (one: CheckCell, two: CheckCell): boolean =>
  one.routeId === two.routeId && one.keyId === two.keyId && one.model === two.model;

/** Returns the same cell in earlier runs, newest first. Runs in which it was not tried are left out. */
export const cellsBefore = (cell: CheckCell, earlier: readonly CheckRun[]): CheckCell[] =>
  earlier.flatMap(({ rows }) =>
    rows.filter((row) => isSame(row, cell) && row.endedAt !== null && row.verdict !== 'not-tried'),
  );

/** Returns how many consecutive runs, this one included, returned the same shape. */
export function sameShapeRuns(cell: CheckCell, before: readonly CheckCell[]): number {
  const different = before.findIndex(({ shape }) => shape !== cell.shape);
  return 1 + (different === -1 ? before.length : different);
}

/**
 * Returns the same cell in earlier runs; `null` while they are read. Runs are cached once read, so moving between cells
 * sends no calls.
 */
function useCellHistory(cell: CheckCell, run: CheckRun, runs: readonly CheckRunSummary[]): CheckCell[] | null {
  const ids = runsBefore(run, runs)
    .map(({ id }) => id)
    .join(' ');
  const [earlier, setEarlier] = useState<{ ids: string; runs: CheckRun[] } | null>(null);
  useEffect(() => {
    let isWanted = true;
    const asked = ids === '' ? [] : ids.split(' ').map((runId) => ask('checks', 'get', { runId }));
    void Promise.allSettled(asked).then((answers) => {
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
      if (isWanted) setEarlier({ ids, runs: found });
    });
    return () => {
      isWanted = false;
    };
  }, [ids]);
  return earlier?.ids === ids ? cellsBefore(cell, earlier.runs) : null;
}

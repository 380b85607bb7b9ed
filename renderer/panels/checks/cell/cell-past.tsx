import { useEffect, useState } from 'react';
import type { CheckCell, CheckRun, CheckRunSummary } from '#shared/contract/checks.ts';
import { ask } from '../../../lib/client/query.ts';
import { formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Sparkline } from '../../../ui/diagrams/sparkline.tsx';
import { latencyOf } from '../model/latency.ts';
import { cellWord } from '../words.ts';
import s from './cell.module.css';

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

/** Earlier runs that are read for one cell. */
const mostRuns = 5;

/** Runs of the same plan before this one, newest first: those of its set, or those without a set and of the same name. */
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
    .slice(0, mostRuns);

const isSame = (one: CheckCell, two: CheckCell): boolean =>
  one.routeId === two.routeId && one.keyId === two.keyId && one.model === two.model;

/** The same cell in earlier runs, newest first. Runs in which it was not asked are left out. */
export const cellsBefore = (cell: CheckCell, earlier: readonly CheckRun[]): CheckCell[] =>
  earlier.flatMap(({ rows }) =>
    rows.filter((row) => isSame(row, cell) && row.endedAt !== null && row.verdict !== 'not-tried'),
  );

/** How many runs in a row, this one included, gave the same shape. */
export function sameShapeRuns(cell: CheckCell, before: readonly CheckCell[]): number {
  const different = before.findIndex(({ shape }) => shape !== cell.shape);
  return 1 + (different === -1 ? before.length : different);
}

/** The same cell in earlier runs; `null` while they are read. Runs are kept once read, so moving about asks nothing. */
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

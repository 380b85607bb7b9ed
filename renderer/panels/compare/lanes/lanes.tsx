import { useState } from 'react';
import type { CellHead, Lane } from '#shared/contract/compare.ts';
import { useAction } from '../../../lib/client/use-action.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { isSame } from '../../../lib/navigation/wire-focus.ts';
import { Note } from '../../../ui/feedback/note.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { baselineOf, type CompareLane, type Comparison, letterOf, withLaneAt } from '../model/comparison.ts';
import { coreLane } from '../model/run-input.ts';
import type { ShownRun } from '../runs.ts';
import { changeComparison, useView } from '../store.ts';
import { LaneHead, type LaneProps, laneDragType } from './lane-head.tsx';
import { LaneReply } from './lane-reply.tsx';
import s from './lanes.module.css';

/** The lanes side by side, all equally wide; they scroll where there is no room for all. */
export function Lanes({ comparison, shown }: { comparison: Comparison; shown: ShownRun | null }) {
  const t = useStrings().compare;
  const isDiff = useView((view) => view.isDiff);
  const base = isDiff ? baselineOf(comparison) : undefined;
  const baseline = base && {
    cell: shown?.cells.find(({ laneId }) => laneId === base.id),
    letter: letterOf(comparison.lanes.indexOf(base)),
  };
  return (
    <ol className={s.lanes} aria-label={t.views.lanes}>
      {comparison.lanes.map((lane, at) => (
        <li
          key={lane.id}
          className={s.lane}
          data-muted={lane.isMuted}
          onDragOver={(event) => event.dataTransfer.types.includes(laneDragType) && event.preventDefault()}
          onDrop={(event) => {
            const id = event.dataTransfer.getData(laneDragType);
            if (id === '') return;
            event.preventDefault();
            event.stopPropagation();
            changeComparison((now) => withLaneAt(now, id, at));
          }}
        >
          <LaneColumn
            lane={lane}
            at={at}
            comparison={comparison}
            run={shown?.run ?? null}
            baseline={base === lane || !baseline ? null : baseline}
            cells={shown?.cells.filter(({ laneId }) => laneId === lane.id) ?? []}
          />
        </li>
      ))}
    </ol>
  );
}

interface LaneColumnProps extends LaneProps {
  /** What its reply is compared with; `null` while differences are not shown, and for the baseline. */
  baseline: { cell: CellHead | undefined; letter: string } | null;
}

/** Lanes of earlier versions lack the fields that Patchbay adds. */
const withAdded = (sent: Lane, now: Lane): Lane =>
  sent.added ? { ...sent, history: [] } : { ...now, ...sent, history: [], fields: { ...now.fields, ...sent.fields } };

/** One lane: where it sends to, and the reply of one of its repeats with its figures. */
function LaneColumn({ lane, at, comparison, run, cells, baseline }: LaneColumnProps) {
  const t = useStrings().compare.lane;
  const [repeat, setRepeat] = useState(0);
  const act = useAction((work: () => Promise<unknown>) => work());
  const cell = cells[repeat] ?? cells[0];
  const sent = run?.input.lanes.find(({ id }) => id === lane.id);
  // The turns grow with every reply that is continued.
  const now = { ...coreLane(lane, comparison), history: [] };
  const isChanged =
    cell !== undefined && run?.state !== 'running' && sent !== undefined && !isSame(withAdded(sent, now), now);
  return (
    <article className={layout.fill} aria-label={t.labelOf(letterOf(at), lane.model)}>
      <LaneHead
        lane={lane}
        at={at}
        comparison={comparison}
        run={run}
        cells={cells}
        cell={cell}
        onRepeatChange={setRepeat}
        act={act}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section className={s.body} tabIndex={0} aria-label={t.replyOf(letterOf(at))}>
        {act.failure && <FailureCard failure={act.failure} />}
        {isChanged && <Note>{t.changed}</Note>}
        {lane.history.length > 0 && <History lane={lane} />}
        {cell && run ? (
          <LaneReply key={cell.id} run={run} cell={cell} baseline={baseline} act={act} />
        ) : (
          <p className={s.quiet}>{lane.isMuted ? t.muted : run ? t.notInRun : t.nothing}</p>
        )}
      </section>
    </article>
  );
}

/** Earlier turns of the lane, folded. */
function History({ lane: { history } }: { lane: CompareLane }) {
  const t = useStrings().compare.lane;
  return (
    <details className={s.history}>
      <summary>{t.earlier(history.length / 2)}</summary>
      {history.map((turn, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a turn is its place
        <p key={at} data-role={turn.role} dir="auto">
          {turn.text}
          {turn.role === 'assistant' && turn.images && ` (${t.images(turn.images.length)})`}
        </p>
      ))}
    </details>
  );
}

import { useStrings } from '../../../lib/i18n/strings.ts';
import { changeComparison, useView } from '../compare.ts';
import { baselineOf, type Comparison, letterOf, withLaneAt } from '../model/comparison.ts';
import type { ShownRun } from '../runs/runs.ts';
import { LaneColumn } from './lane-column.tsx';
import { laneDragType } from './lane-menu.ts';
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

import type { ChunkMark } from '#shared/contract/exchanges.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { type NotePlace, notePlace, type TimelineBar } from './timeline-model.ts';
import s from './timeline-tab.module.css';

export interface TimelineLaneProps {
  bar: TimelineBar;
  span: number;
  chunks: readonly ChunkMark[];
  title: string;
  took: string;
  note: string;
  isBad: boolean;
}

/** More marks than this can not be told apart on any screen; every n-th is drawn, in its true place. */
const mostMarks = 600;

/** One row of the timeline, its note where it has most room. */
export function TimelineLane({ bar, span, chunks, title, took, note, isBad }: TimelineLaneProps) {
  const left = (bar.fromMs / span) * 100;
  const right = (bar.toMs / span) * 100;
  const place = notePlace(bar, span);
  const step = Math.max(1, Math.ceil(chunks.length / mostMarks));
  return (
    <div className={classes(s.row, bar.kind === 'silence' && s.silent, isBad && s.bad)}>
      <span>{title}</span>
      <span className={s.took}>{took}</span>
      <span className={s.lane}>
        {bar.kind === 'parts' ? (
          chunks
            .filter((_mark, index) => index % step === 0)
            .map(({ atMs }) => <i key={atMs} className={s.chunk} style={{ left: `${(atMs / span) * 100}%` }} />)
        ) : (
          <i className={classes(s.bar, s[bar.kind])} style={{ left: `${left}%`, width: `${right - left}%` }} />
        )}
        {note && (
          <span
            className={classes(s.note, place.side === 'over' && s.inside)}
            style={placed(place, left, right)}
            title={note}
          >
            {note}
          </span>
        )}
      </span>
    </div>
  );
}

/** @param left @param right of the bar, in percent of the lane. */
function placed({ side, percent }: NotePlace, left: number, right: number) {
  if (side === 'over') return { left: `${(left + right) / 2}%`, maxWidth: `${percent}%` };
  const maxWidth = `calc(${percent}% - 8px)`;
  return side === 'before'
    ? { right: `calc(${100 - left}% + 8px)`, maxWidth }
    : { left: `calc(${right}% + 8px)`, maxWidth };
}

import type { ChunkMark } from '#shared/contract/exchanges.ts';
import { classes } from '../../ui/class-names.ts';
import type { TimelineBar } from './timeline-model.ts';
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

/** One row of the timeline. Its words stand behind the bar, or before it where there is no room behind. */
export function TimelineLane({ bar, span, chunks, title, took, note, isBad }: TimelineLaneProps) {
  const left = (bar.fromMs / span) * 100;
  const right = (bar.toMs / span) * 100;
  const isBefore = right > 55 && bar.kind !== 'silence';
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
            className={classes(s.note, bar.kind === 'silence' && s.inside)}
            style={
              bar.kind === 'silence'
                ? { left: `${(left + right) / 2}%` }
                : isBefore
                  ? { right: `calc(${100 - left}% + 8px)` }
                  : { left: `calc(${right}% + 8px)` }
            }
          >
            {note}
          </span>
        )}
      </span>
    </div>
  );
}

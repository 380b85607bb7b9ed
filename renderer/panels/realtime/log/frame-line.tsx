import { ArrowDown, ArrowUp } from 'lucide-react';
import { formatBytes, formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import type { FrameGroup } from '../model/fold-frames.ts';
import s from './frame-log.module.css';

/** One frame, or a run of pieces of one kind: when, which way, what, how much. */
export function FrameLine({ group }: { group: FrameGroup }) {
  const t = useStrings().realtime.frames;
  const { first, last, count, sizeBytes } = group;
  const isError = first.kind === 'error' || first.kind === 'malformed';
  return (
    <div className={s.line} data-bad={isError}>
      <span className={s.time}>{(first.atMs / 1000).toFixed(2)}</span>
      <span className={s.way} data-way={first.direction}>
        <Icon of={first.direction === 'in' ? ArrowDown : ArrowUp} size="xs" label={t.directions[first.direction]} />
      </span>
      <span className={s.what}>
        <b>{count > 1 ? t.times(first.kind, count) : first.kind}</b>
        {count === 1 && first.summary && <span>{first.summary}</span>}
      </span>
      <span className={s.size}>
        {count > 1 && `${formatMs(last.atMs - first.atMs)}, `}
        {formatBytes(sizeBytes)}
      </span>
    </div>
  );
}

import { Ban, Clock3, CloudOff } from 'lucide-react';
import type { TaskSummary } from '#shared/contract/tasks.ts';
import { formatMs, formatPercent } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { lazyPart } from '../../../ui/base/lazy-module.ts';
import { ProgressRing } from '../../../ui/feedback/progress-ring.tsx';
import { elapsedMs, faceOf, isActive, titleOf } from '../model/task-face.ts';
import s from './task-card.module.css';

/** It comes with the first video that was saved. */
const SavedThumb = lazyPart(async () => (await import('./saved-thumb.tsx')).SavedThumb, <div className={s.thumb} />);

/** The picture of a card: a still of the film, how far it is, or why there is none. */
export function TaskThumb({ task, now }: { task: TaskSummary; now: number }) {
  const t = useStrings().video.task;
  const { result, progress } = task;
  const face = faceOf(task);
  if (result.state === 'saved' && result.file)
    return <SavedThumb taskId={task.id} title={titleOf(task)} file={result.file} />;
  const share = face === 'fetching' && result.totalBytes ? result.receivedBytes / result.totalBytes : progress;
  if (face === 'running' || face === 'fetching')
    return (
      <div className={s.thumb}>
        <ProgressRing value={share} label={t.progress} size={44} />
        {share !== null && <span className={s.time}>{formatPercent(share)}</span>}
      </div>
    );
  return (
    <div className={s.thumb}>
      <span className={s.sign} data-bad={face === 'failed' || face === 'refused' || face === 'lost'}>
        <Icon of={isActive(task) ? Clock3 : face === 'expired' || face === 'not-saved' ? CloudOff : Ban} />
      </span>
      {isActive(task) && <span className={s.time}>{formatMs(elapsedMs(task, now))}</span>}
    </div>
  );
}

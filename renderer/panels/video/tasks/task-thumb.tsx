import { Ban, Clock3, CloudOff, Film, Play } from 'lucide-react';
import type { TaskSummary } from '#shared/contract/tasks.ts';
import { dragOut } from '../../../lib/drag-out.ts';
import { formatMs, formatPercent } from '../../../lib/format.ts';
import { useAsk } from '../../../lib/query.ts';
import { useStrings } from '../../../lib/strings.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ProgressRing } from '../../../ui/progress-ring.tsx';
import { elapsedMs, faceOf, isActive, titleOf } from '../model/task-face.ts';
import { FilmStill } from './film-still.tsx';
import { playFilms } from './shown-task.ts';
import s from './task-card.module.css';

/** The picture of a card: a still of the film, how far it is, or why there is none. */
export function TaskThumb({ task, now }: { task: TaskSummary; now: number }) {
  const t = useStrings().video.task;
  const { result, progress } = task;
  const face = faceOf(task);
  const link = useAsk('files', 'link', { id: result.file?.id ?? '-' }, { enabled: result.file !== null });
  if (result.state === 'saved' && result.file)
    return (
      <div className={s.thumb} {...dragOut(result.file)}>
        {link.data ? <FilmStill address={link.data} /> : <Icon of={Film} />}
        <button
          type="button"
          className={s.play}
          aria-label={t.play(titleOf(task))}
          onClick={() => playFilms([task.id])}
        >
          <Icon of={Play} />
        </button>
      </div>
    );
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

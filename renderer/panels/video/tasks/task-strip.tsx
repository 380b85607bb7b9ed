import type { TaskSummary } from '#shared/contract/tasks.ts';
import { formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { faceOf, hasStrip, intentOf, isOpenEnded, stripOf } from '../model/task-face.ts';
import s from './task-strip.module.css';

/** The stretches of a task's life in true proportion. While it lasts, the rest of what its progress foretells stays empty. */
export function TaskStrip({ task, now }: { task: TaskSummary; now: number }) {
  const t = useStrings().video;
  const parts = stripOf(task, now);
  const total = parts.reduce((sum, { ms }) => sum + ms, 0);
  const isRunning = isOpenEnded(task);
  const share = task.progress ?? 0;
  // The first minutes of a task without a percentage fill a third: more would promise an end that nobody named.
  const rest = isRunning ? (share > 0.02 ? total * (1 / share - 1) : total * 2) : 0;
  if (!hasStrip(task)) return null;
  const said = parts.map(({ kind, ms }) => t.task.part(t.spans[kind], formatMs(ms))).join(', ');
  return (
    <div className={s.strip} role="img" aria-label={t.task.strip(said)}>
      {parts.map(({ kind, ms, startedAt }) => (
        <i key={startedAt} data-kind={kind} style={{ flexGrow: Math.max(ms, total / 200) }} />
      ))}
      {intentOf(faceOf(task)) === 'bad' && <i data-kind="failed" />}
      {rest > 0 && <i style={{ flexGrow: rest }} />}
    </div>
  );
}

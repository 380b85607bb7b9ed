import type { TaskSummary } from '#shared/contract/tasks.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useNow } from '../../../lib/page/use-now.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { faceOf, intentOf, isActive, titleOf } from '../model/task-face.ts';
import { TaskActs } from './task-acts.tsx';
import s from './task-card.module.css';
import { TaskFacts } from './task-facts.tsx';
import { TaskStrip } from './task-strip.tsx';
import { TaskThumb } from './task-thumb.tsx';

/** One task: its picture, how it stands, how its time went, and what can be done with it. */
export function TaskCard({ task, tasks }: { task: TaskSummary; tasks: readonly TaskSummary[] }) {
  const t = useStrings().video;
  const now = useNow(isActive(task) || task.result.expiresAt !== null);
  const face = faceOf(task);
  const parent = task.parentId === null ? undefined : tasks.find(({ id }) => id === task.parentId);
  return (
    <article className={s.card} data-running={isActive(task)} aria-label={titleOf(task)}>
      <TaskThumb task={task} now={now} />
      <div className={s.head}>
        <Badge intent={intentOf(face)}>{t.faces[face]}</Badge>
        <h3 className="cut-text">{titleOf(task)}</h3>
        {task.model && <span className={`mono ${s.model}`}>{task.model}</span>}
      </div>
      <TaskStrip task={task} now={now} />
      <TaskFacts task={task} parent={parent} now={now} />
      <TaskActs task={task} tasks={tasks} />
    </article>
  );
}

import { ChevronDown, ChevronRight } from 'lucide-react';
import type { ListedTask } from '#shared/contract/tasks.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { focusPlace } from '../../../lib/runs/send-blocker.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { replacePrompt } from '../acts.ts';
import { isActive } from '../model/task-face.ts';
import { confirmForget, useVideo } from '../store.ts';
import { useTasks } from '../use-tasks.ts';
import { TaskCard } from './task-card.tsx';
import s from './tasks.module.css';

type Row = { kind: 'active' | 'finished'; count: number } | { kind: 'task'; task: ListedTask };

const keyOf = (row: Row) => (row.kind === 'task' ? row.task.id : row.kind);
const captionPx = 36;
const cardPx = 118;

/** Running tasks, then finished ones. */
export function TaskList({ tasks }: { tasks: readonly ListedTask[] }) {
  const t = useStrings().video;
  const { isPending, error } = useTasks();
  const { finishedFolded } = useVideo();
  if (error) return <FailureCard failure={error.failure} />;
  if (isPending)
    return (
      <div className={s.pending} aria-busy>
        <p role="status">{t.loading}</p>
        <Skeleton lines={[80, 65, 72]} />
      </div>
    );
  if (tasks.length === 0) return <NoTasks />;
  const active = tasks.filter(isActive);
  const finished = tasks.filter((task) => !isActive(task));
  const rows: Row[] = [
    ...(active.length > 0 ? [{ kind: 'active' as const, count: active.length }] : []),
    ...active.map((task) => ({ kind: 'task' as const, task })),
    ...(finished.length > 0 ? [{ kind: 'finished' as const, count: finished.length }] : []),
    ...(finishedFolded ? [] : finished.map((task) => ({ kind: 'task' as const, task }))),
  ];
  return (
    <VirtualList
      items={rows}
      itemKey={keyOf}
      label={t.title}
      rowHeight={(row) => (row.kind === 'task' ? cardPx : captionPx)}
      measured
      gap={10}
      className={s.list}
      renderItem={(row) =>
        row.kind === 'task' ? <TaskCard task={row.task} tasks={tasks} /> : <Caption kind={row.kind} count={row.count} />
      }
    />
  );
}

function Caption({ kind, count }: { kind: 'active' | 'finished'; count: number }) {
  const t = useStrings().video;
  const { finishedFolded } = useVideo();
  if (kind === 'active')
    return (
      <div className={s.caption}>
        <h2>{t.active}</h2>
        <Badge intent="live">{count}</Badge>
        <Legend />
      </div>
    );
  return (
    <div className={s.caption}>
      <h2>{t.finished}</h2>
      <Badge>{count}</Badge>
      <span className={s.space} />
      <Button size="sm" intent="quiet" onClick={() => confirmForget('finished')}>
        {t.clear}
      </Button>
      <Button
        size="sm"
        intent="quiet"
        aria-expanded={!finishedFolded}
        icon={<Icon of={finishedFolded ? ChevronRight : ChevronDown} size="s" />}
        onClick={() => useVideo.setState({ finishedFolded: !finishedFolded })}
      >
        {finishedFolded ? t.unfold : t.fold}
      </Button>
    </div>
  );
}

function Legend() {
  const t = useStrings().video.spans;
  return (
    <span className={s.legend} aria-hidden>
      {(['queued', 'running', 'odd', 'downloading'] as const).map((kind) => (
        <span key={kind}>
          <i data-kind={kind} />
          {t[kind]}
        </span>
      ))}
    </span>
  );
}

/** Fills the prompt and focuses it, so that Enter sends it. */
function tryExample(example: string): void {
  replacePrompt(example);
  focusPlace('prompt');
}

function NoTasks() {
  const t = useStrings().video.empty;
  return (
    <div className={s.empty}>
      <h2>{t.title}</h2>
      <p>{t.body}</p>
      <ul className={s.examples}>
        {t.examples.map((example) => (
          <li key={example}>
            <button type="button" onClick={() => tryExample(example)}>
              {example}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

import { ChevronDown, ChevronRight } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { ListedTask } from '#shared/contract/tasks.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { focusPlace } from '../../../lib/runs/send-blocker.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { replacePrompt } from '../acts.ts';
import { filterTasks, isActive, noFilter } from '../model/task-face.ts';
import { confirmForget, taskFilter, useVideo } from '../store.ts';
import { useTasks } from '../use-tasks.ts';
import { TaskBar } from './task-bar.tsx';
import { TaskCard } from './task-card.tsx';
import s from './tasks.module.css';

/** The tasks, or how to begin. */
export function TaskList({ tasks }: { tasks: readonly ListedTask[] }) {
  const t = useStrings().video;
  const { isPending, error } = useTasks();
  if (error) return <FailureCard failure={error.failure} />;
  if (isPending)
    return (
      <div className={s.pending} aria-busy>
        <p role="status">{t.loading}</p>
        <Skeleton lines={[80, 65, 72]} />
      </div>
    );
  if (tasks.length === 0) return <NoTasks />;
  return <TaskCards tasks={tasks} />;
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

/** A caption, or the cards that are side by side: one in a list. */
type Row = { kind: 'active' | 'finished'; count: number } | { kind: 'cards'; tasks: readonly ListedTask[] };

const keyOf = (row: Row) => (row.kind === 'cards' ? (row.tasks[0]?.id ?? '') : row.kind);
const captionPx = 36;
const cardPx = 118;
const gridCardPx = 296;
const minGridCardPx = 250;
const gridGapPx = 10;

/** Search and filters, then running tasks and finished ones, as a list or as a grid. */
function TaskCards({ tasks }: { tasks: readonly ListedTask[] }) {
  const t = useStrings().video;
  const filter = useStore(taskFilter);
  const shown = filterTasks(tasks, filter);
  return (
    <>
      <TaskBar tasks={tasks} />
      {shown.length === 0 ? (
        <div className={s.none}>
          <EmptyState
            title={t.bar.noneFound}
            level={2}
            actions={<Button onClick={() => taskFilter.setState(noFilter)}>{t.bar.clear}</Button>}
          />
        </div>
      ) : (
        <Cards shown={shown} tasks={tasks} />
      )}
    </>
  );
}

/** The cards of the tasks that match; `tasks` are all, among which a card finds the original of a remix. */
function Cards({ shown, tasks }: { shown: readonly ListedTask[]; tasks: readonly ListedTask[] }) {
  const t = useStrings().video;
  const { finishedFolded, view } = useVideo();
  const frame = useRef<HTMLDivElement>(null);
  const columns = useColumns(frame, view === 'grid');
  const rowsOf = (some: readonly ListedTask[]): Row[] =>
    Array.from({ length: Math.ceil(some.length / columns) }, (_, row) => ({
      kind: 'cards',
      tasks: some.slice(row * columns, (row + 1) * columns),
    }));
  const active = shown.filter(isActive);
  const finished = shown.filter((task) => !isActive(task));
  const rows: Row[] = [
    ...(active.length > 0 ? [{ kind: 'active' as const, count: active.length }] : []),
    ...rowsOf(active),
    ...(finished.length > 0 ? [{ kind: 'finished' as const, count: finished.length }] : []),
    ...(finishedFolded ? [] : rowsOf(finished)),
  ];
  return (
    <div ref={frame} className={s.frame} data-view={view}>
      <VirtualList
        key={view}
        items={rows}
        itemKey={keyOf}
        label={t.title}
        rowHeight={(row) => (row.kind === 'cards' ? (view === 'grid' ? gridCardPx : cardPx) : captionPx)}
        measured
        gap={gridGapPx}
        className={s.list}
        renderItem={(row) =>
          row.kind === 'cards' ? (
            <div className={s.row} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
              {row.tasks.map((task) => (
                <TaskCard key={task.id} task={task} tasks={tasks} />
              ))}
            </div>
          ) : (
            <Caption kind={row.kind} count={row.count} isWhole={shown.length === tasks.length} />
          )
        }
      />
    </div>
  );
}

/** Returns how many cards fit side by side: one in a list. */
function useColumns(frame: RefObject<HTMLElement | null>, isGrid: boolean): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const { current } = frame;
    if (!current) return undefined;
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, [frame]);
  return isGrid ? Math.max(1, Math.floor((width + gridGapPx) / (minGridCardPx + gridGapPx))) : 1;
}

interface CaptionProps {
  kind: 'active' | 'finished';
  count: number;
  /** No task is filtered out. */
  isWhole: boolean;
}

function Caption({ kind, count, isWhole }: CaptionProps) {
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
      <span className="space" />
      {/* It removes every finished task, so all of them have to be on screen. */}
      {isWhole && (
        <Button size="sm" intent="quiet" onClick={() => confirmForget('finished')}>
          {t.clear}
        </Button>
      )}
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

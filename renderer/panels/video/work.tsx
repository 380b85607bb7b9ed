import { useRef } from 'react';
import { useStore } from 'zustand';
import { useCall } from '../../lib/client/query.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useRequestedOrigin } from '../../lib/navigation/exchange-origin.ts';
import { useWireFocus } from '../../lib/navigation/wire-focus.ts';
import { useShortcut } from '../../lib/page/shortcuts.ts';
import { lazyPart } from '../../ui/base/lazy-module.ts';
import { VideoComposer } from './composer/video-composer.tsx';
import { openTask, shownTask } from './tasks/shown-task.ts';
import { TaskList } from './tasks/task-list.tsx';
import { useAnnouncedTasks, useTasks } from './use-tasks.ts';
import { useVideoDrafts } from './use-video-draft.ts';
import s from './video.module.css';

const TaskDialogs = lazyPart(async () => (await import('./tasks/task-dialogs.tsx')).TaskDialogs);

/** The composer on top, and below it what is on its way and what is over. */
export function VideoWork() {
  const t = useStrings().video;
  const order = useVideoDrafts();
  const { tasks } = useTasks();
  const work = useRef<HTMLDivElement>(null);
  const shown = useStore(shownTask, ({ exchangeId }) => exchangeId);
  const isAsking = useStore(
    shownTask,
    ({ detailId, playing, forget, keyFor }) =>
      detailId !== null || playing.length > 0 || forget !== null || keyFor !== null,
  );
  const { data: newest } = useCall('tasks', 'get', { id: tasks[0]?.id ?? '' }, { enabled: tasks.length > 0 });
  useWireFocus(order.drafts[0] ?? null, shown ?? newest?.submitExchangeId ?? null);
  useRequestedOrigin('video', ({ documentId }) => openTask(documentId));
  useAnnouncedTasks(tasks);
  useShortcut({ id: 'video.prompt', keys: '/', title: t.composer.label, group: t.title }, () =>
    work.current?.querySelector('textarea')?.focus(),
  );
  return (
    <div className={s.work} ref={work}>
      <h1 className="sr-only">{t.title}</h1>
      <VideoComposer {...order} />
      <TaskList tasks={tasks} />
      {isAsking && <TaskDialogs tasks={tasks} />}
    </div>
  );
}

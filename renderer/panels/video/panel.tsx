import { useStore } from 'zustand';
import type { TaskSummary } from '#shared/contract/tasks.ts';
import { useCall } from '../../lib/client/query.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { changedSockets } from '../../lib/gateway/origin/work-origin.ts';
import { PatchBar, type PatchState } from '../../lib/gateway/patch/patch-bar.tsx';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useRequestedOrigin } from '../../lib/navigation/exchange-origin.ts';
import type { PanelView } from '../../lib/navigation/open-panel.ts';
import { useWireFocus } from '../../lib/navigation/wire-focus.ts';
import layout from '../../ui/layout/layout.module.css';
import { VideoComposer } from './composer/video-composer.tsx';
import { faceOf, isActive } from './model/task-face.ts';
import { type VideoRouteId, videoRouteIds } from './model/video-request.ts';
import { VideoParameters } from './parameters.tsx';
import { openTask, shownTask, useVideo } from './store.ts';
import { TaskDialogs } from './tasks/task-dialogs.tsx';
import { TaskList } from './tasks/task-list.tsx';
import { useAnnouncedTasks, useTasks } from './use-tasks.ts';
import { useVideoDrafts } from './use-video-draft.ts';

/** Generates videos and tracks their tasks until the videos are saved. */
export const panel: PanelView = { PatchLine: VideoPatchLine, Work: VideoWork, Parameters: VideoParameters };

/** Key, route and model of the next video; the cords show the state of the newest task. */
function VideoPatchLine() {
  const t = useStrings().video;
  const { routeId, model } = useVideo();
  const { tasks } = useTasks();
  const { connection, key } = useActive();
  const selected = { connectionId: connection?.id, keyId: key?.id, routeId, model };
  // An imported task was not sent from here.
  const newest = tasks.find(({ adopted }) => !adopted);
  const watching = tasks.filter(isActive).length;
  return (
    <PatchBar
      panel="video"
      routeIds={videoRouteIds}
      routeId={routeId}
      onRouteChange={(next) => useVideo.setState({ routeId: next as VideoRouteId })}
      model={model}
      onModelChange={(next) => useVideo.setState({ model: next })}
      state={patchStateOf(newest)}
      changed={newest && changedSockets({ ...newest, routeId: newest.family }, selected)}
      aside={tasks.length > 0 && <span className="num">{t.counts(watching, tasks.length - watching)}</span>}
    />
  );
}

function patchStateOf(newest: TaskSummary | undefined): PatchState {
  if (!newest) return 'idle';
  const face = faceOf(newest);
  if (face === 'submitting') return 'preparing';
  if (isActive(newest)) return face === 'stopped' || face === 'paused' ? 'cut' : 'streaming';
  if (face === 'saved' || face === 'done') return 'done';
  return face === 'refused' ? 'failed' : 'cut';
}

/** The composer on top, and below it the running and the finished tasks. */
function VideoWork() {
  const t = useStrings().video;
  const order = useVideoDrafts();
  const { tasks } = useTasks();
  const isAsking = useStore(
    shownTask,
    ({ detailId, playing, forget, keyFor }) =>
      detailId !== null || playing.length > 0 || forget !== null || keyFor !== null,
  );
  const { data: newest } = useCall('tasks', 'get', { id: tasks[0]?.id ?? '' }, { enabled: tasks.length > 0 });
  useWireFocus(order.drafts[0] ?? null, newest?.submitExchangeId ?? null);
  useRequestedOrigin('video', ({ documentId }) => openTask(documentId));
  useAnnouncedTasks(tasks);
  return (
    <div className={layout.fill}>
      <h1 className="sr-only">{t.title}</h1>
      <VideoComposer {...order} />
      <TaskList tasks={tasks} />
      {isAsking && <TaskDialogs tasks={tasks} />}
    </div>
  );
}

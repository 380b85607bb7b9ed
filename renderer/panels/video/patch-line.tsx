import type { TaskSummary } from '#shared/contract/tasks.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { changedSockets } from '../../lib/gateway/origin/changed-sockets.ts';
import { PatchBar, type PatchState } from '../../lib/gateway/patch/patch-bar.tsx';
import { useStrings } from '../../lib/i18n/strings.ts';
import { faceOf, isActive } from './model/task-face.ts';
import { type VideoRouteId, videoRouteIds } from './model/video-parameters.ts';
import { useVideo } from './store.ts';
import { useTasks } from './use-tasks.ts';

/** Key, route and model of the next film; the cords show how the newest task stands. */
export function VideoPatchLine() {
  const t = useStrings().video;
  const { routeId, model } = useVideo();
  const { tasks } = useTasks();
  const { connection, key } = useActive();
  const selected = { connectionId: connection?.id, keyId: key?.id, routeId, model };
  // One that was imported was not sent from here.
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

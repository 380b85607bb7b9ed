import { useStore } from 'zustand';
import type { TaskSummary } from '#shared/contract/tasks.ts';
import { client } from '../../../lib/client/client.ts';
import { notifyFailure } from '../../../lib/failures/failure-text.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { lazyPart } from '../../../ui/base/lazy-module.ts';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { isActive } from '../model/task-face.ts';
import { shownTask } from '../store.ts';

const TaskDetailDialog = lazyPart(async () => (await import('./task-detail.tsx')).TaskDetailDialog);
const EnterKey = lazyPart(async () => (await import('./enter-key.tsx')).EnterKey);
const VideoPlayer = lazyPart(async () => (await import('./video-player.tsx')).VideoPlayer);

/** The dialogs of the panel: details, player, and the confirmation before tasks are removed. */
export function TaskDialogs({ tasks }: { tasks: readonly TaskSummary[] }) {
  const { detailId, playing, keyFor } = useStore(shownTask);
  const keyless = tasks.find(({ id }) => id === keyFor);
  const videos = tasks.filter(({ id, result }) => playing.includes(id) && result.file !== null);
  return (
    <>
      {detailId !== null && <TaskDetailDialog id={detailId} onClose={() => shownTask.setState({ detailId: null })} />}
      {videos.length > 0 && <VideoPlayer videos={videos} onClose={() => shownTask.setState({ playing: [] })} />}
      {keyless && <EnterKey task={keyless} onClose={() => shownTask.setState({ keyFor: null })} />}
      <ForgetQuestion tasks={tasks} />
    </>
  );
}

function ForgetQuestion({ tasks }: { tasks: readonly TaskSummary[] }) {
  const t = useStrings().video;
  const what = useStore(shownTask, ({ forget }) => forget);
  const leaving = what === 'finished' ? tasks.filter((task) => !isActive(task)) : tasks.filter(({ id }) => id === what);
  const close = () => shownTask.setState({ forget: null });
  const forget = () => {
    close();
    client.tasks.forget({ ids: leaving.map(({ id }) => id) }).catch(notifyFailure);
  };
  return (
    <ConfirmDialog
      open={leaving.length > 0}
      onOpenChange={(open) => !open && close()}
      title={what === 'finished' ? t.clearTitle : t.forgetTitle}
      body={what === 'finished' ? t.clearBody(leaving.length) : leaving.some(isActive) ? t.forgetActive : t.forgetBody}
      confirmLabel={what === 'finished' ? t.clear : t.task.forget}
      cancelLabel={t.cancel}
      intent="danger"
      onConfirm={forget}
    />
  );
}

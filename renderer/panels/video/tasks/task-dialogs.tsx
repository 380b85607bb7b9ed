import { useStore } from 'zustand';
import type { TaskSummary } from '#shared/contract/tasks.ts';
import { client } from '../../../lib/client/client.ts';
import { useCall } from '../../../lib/client/query.ts';
import { notifyFailure } from '../../../lib/failures/failure-text.tsx';
import { KeyForm } from '../../../lib/gateway/connections/key-form.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { ConfirmDialog, Dialog } from '../../../ui/overlays/dialog.tsx';
import { isActive } from '../model/task-face.ts';
import { shownTask } from '../store.ts';
import { TaskDetailDialog } from './task-detail.tsx';
import { VideoPlayer } from './video-player.tsx';

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

/** Asks for the key that a paused task needs. The task resumes automatically once it is stored. */
function EnterKey({ task, onClose }: { task: TaskSummary; onClose: () => void }) {
  const t = useStrings().video.enterKey;
  const { connectionId, connectionName, keyId } = task;
  const { data: keys } = useCall('keys', 'status', { connectionId });
  const known = keys?.find(({ id }) => id === keyId) ?? keys?.[0];
  const onDone = () => {
    // Entering a key that was disabled enables it again.
    if (known?.enabled === false) client.keys.enable({ id: known.id, enabled: true }).catch(notifyFailure);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.title(connectionName)}
      size="sm"
      closeLabel={t.close}
    >
      <p>{t.body}</p>
      {keys && <KeyForm connectionId={connectionId} replaces={known} onDone={onDone} onCancel={onClose} />}
    </Dialog>
  );
}

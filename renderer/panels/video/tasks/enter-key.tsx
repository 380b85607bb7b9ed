import type { TaskSummary } from '#shared/contract/tasks.ts';
import { client } from '../../../lib/client/client.ts';
import { useCall } from '../../../lib/client/query.ts';
import { notifyFailure } from '../../../lib/failures/tell-failure.tsx';
import { KeyForm } from '../../../lib/gateway/connections/key-form.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

/** Takes the key that a paused task waits for. The task goes on by itself as soon as it is stored. */
export function EnterKey({ task, onClose }: { task: TaskSummary; onClose: () => void }) {
  const t = useStrings().video.enterKey;
  const { connectionId, connectionName, keyId } = task;
  const { data: keys } = useCall('keys', 'status', { connectionId });
  const known = keys?.find(({ id }) => id === keyId) ?? keys?.[0];
  const onDone = () => {
    // One that was switched off is wanted again.
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

import type { TaskSummary } from '#shared/contract/tasks.ts';
import { client } from '../../../lib/client/client.ts';
import { useCall } from '../../../lib/client/query.ts';
import { notifyFailure } from '../../../lib/failures/failure-text.tsx';
import { KeyForm } from '../../../lib/gateway/connections/key-form.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

/** Asks for the key that a paused task needs. The task resumes automatically once it is stored. */
export function EnterKey({ task, onClose }: { task: TaskSummary; onClose: () => void }) {
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

import { useStrings } from '../../lib/i18n/strings.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { forget, isAnyPinned } from './acts.ts';
import { useWireState, wire } from './store.ts';

/** Asks before exchanges are deleted for good. */
export function ForgetQuestion() {
  const t = useStrings().wirePanel.forget;
  const ids = useWireState((state) => state.forgetting);
  const pinned = isAnyPinned(ids);
  return (
    <ConfirmDialog
      open={ids.length > 0}
      onOpenChange={(open) => !open && wire.setState({ forgetting: [] })}
      title={t.title(ids.length)}
      body={pinned > 0 ? `${t.body} ${t.pinned(pinned)}` : t.body}
      confirmLabel={t.confirm}
      cancelLabel={t.cancel}
      intent="danger"
      onConfirm={() => void forget(ids)}
    />
  );
}

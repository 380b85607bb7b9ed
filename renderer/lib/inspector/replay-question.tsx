import { useStore } from 'zustand';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { useStrings } from '../i18n/strings.ts';
import { askedReplay, runReplay } from './wire-acts.ts';

/** Asks before a route that can cost much is run once more. */
export function ReplayQuestion() {
  const t = useStrings().wire.costlyReplay;
  const exchange = useStore(askedReplay, (asked) => asked.exchange);
  return (
    <ConfirmDialog
      open={exchange !== null}
      onOpenChange={(open) => !open && askedReplay.setState({ exchange: null })}
      title={t.title}
      body={t.body(exchange?.model ?? '')}
      confirmLabel={t.confirm}
      cancelLabel={t.cancel}
      onConfirm={() => exchange && runReplay(exchange)}
    />
  );
}

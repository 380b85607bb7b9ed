import { useStore } from 'zustand';
import { lazyPart } from '../../ui/base/lazy-module.ts';
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx';
import { useStrings } from '../i18n/strings.ts';
import { requestedSnippet } from './snippets.ts';
import { replayToConfirm, runReplay } from './wire-acts.ts';

const SnippetDialog = lazyPart(async () => (await import('./snippet-dialog.tsx')).SnippetDialog);

/** Dialogs of the exchange actions: confirm an expensive replay, and select a language to copy a request in. */
export function WireDialogs() {
  const isAsked = useStore(requestedSnippet, ({ of }) => of !== null);
  return (
    <>
      <ReplayQuestion />
      {isAsked && <SnippetDialog />}
    </>
  );
}

/** Asks for confirmation before an expensive route is run again. */
function ReplayQuestion() {
  const t = useStrings().wire.costlyReplay;
  const exchange = useStore(replayToConfirm, (asked) => asked.exchange);
  return (
    <ConfirmDialog
      open={exchange !== null}
      onOpenChange={(open) => !open && replayToConfirm.setState({ exchange: null })}
      title={t.title}
      body={t.body(exchange?.model ?? '')}
      confirmLabel={t.confirm}
      cancelLabel={t.cancel}
      onConfirm={() => exchange && runReplay(exchange)}
    />
  );
}

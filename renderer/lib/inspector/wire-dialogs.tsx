import { useStore } from 'zustand';
import { lazyPart } from '../../ui/base/lazy-module.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { useStrings } from '../i18n/strings.ts';
import { requestedSnippet } from './snippets.ts';
import { askedReplay, runReplay } from './wire-acts.ts';

const SnippetDialog = lazyPart(async () => (await import('./snippet-dialog.tsx')).SnippetDialog);

/** What the acts on an exchange ask: before a costly replay, and in which language a request is copied. */
export function WireDialogs() {
  const isAsked = useStore(requestedSnippet, ({ of }) => of !== null);
  return (
    <>
      <ReplayQuestion />
      {isAsked && <SnippetDialog />}
    </>
  );
}

/** Asks before a route that can cost much is run once more. */
function ReplayQuestion() {
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

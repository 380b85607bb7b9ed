import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { closeFileToOpen, useFileToOpen } from '../../../lib/files/files-to-open.ts';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { startDemo } from '../../../lib/gateway/connections/start-demo.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { goTo } from '../../../lib/navigation/open-panel.ts';
import { useAction } from '../../../lib/page/use-action.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { setImporting, useImporting, useSelectedConnection } from '../selection.ts';
import { ImportDialog } from '../transfer/import-dialog.tsx';
import { ConnectionPage } from './connection-page.tsx';

/** The chosen connection, and what is being imported beside it. */
export function ConnectionWork() {
  const isImporting = useImporting(({ isOpen }) => isOpen);
  const file = useFileToOpen('connections');
  return (
    <>
      <ChosenConnection />
      <ImportDialog open={isImporting} onOpenChange={setImporting} />
      {file && <ImportDialog key={file.id} open file={file} onOpenChange={(open) => open || closeFileToOpen()} />}
    </>
  );
}

/** The chosen connection, or what to do when there is none. */
function ChosenConnection() {
  const t = useStrings();
  const { ready } = useActive();
  const connection = useSelectedConnection();
  const demo = useAction(startDemo);
  if (connection) return <ConnectionPage key={connection.id} connection={connection} />;
  if (!ready) return null;
  return (
    <EmptyState
      title={t.connections.empty}
      actions={
        <>
          <Button intent="primary" onClick={() => goTo('welcome')}>
            {t.connections.add}
          </Button>
          <Button busy={demo.busy} onClick={() => void demo.run()}>
            {t.welcome.demo}
          </Button>
        </>
      }
    >
      {t.connections.emptyBody}
      {demo.failure && <FailureCard failure={demo.failure} />}
    </EmptyState>
  );
}

import { useActive } from '../../lib/gateway/connections/active.ts';
import { useRequestedCheck } from '../../lib/gateway/patch/open-checks.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useRequestedOrigin } from '../../lib/navigation/exchange-origin.ts';
import { useShortcut } from '../../lib/page/shortcuts.ts';
import { lazyPart } from '../../ui/base/lazy-module.ts';
import { setupFor } from './model/setup.ts';
import { RunWork } from './run/run-work.tsx';
import { useShown } from './shown.ts';
import { NoConnection, StartWork } from './start/start-work.tsx';
import { openNewCheck, openRun, openSetup } from './view.ts';

// Its fields and pickers are half of the panel's weight, and a run can be looked at without them.
const SetupWork = lazyPart(async () => (await import('./setup/setup-work.tsx')).SetupWork);

/** The set-up of a check, its matrix, or what a check is where nothing was ever checked. */
export function ChecksWork() {
  const t = useStrings().checks.shortcuts;
  const { ready } = useActive();
  const shown = useShown();
  useRequestedCheck(({ connectionId, keyId }) =>
    openSetup(connectionId, { ...setupFor('open'), keyIds: keyId === undefined ? null : [keyId] }),
  );
  useRequestedOrigin('checks', ({ documentId, itemId }) => openRun(documentId, itemId));
  useShortcut(
    { id: 'new', keys: 'n', title: t.newCheck, group: t.group },
    () => shown && openNewCheck(shown.connection.id),
  );
  if (!shown) return ready ? <NoConnection /> : null;
  if (shown.what === 'setup') return <SetupWork key={shown.connection.id} shown={shown} />;
  if (shown.what === 'run' && shown.runId) return <RunWork shown={{ ...shown, runId: shown.runId }} />;
  return shown.what === 'start' ? <StartWork connection={shown.connection} /> : null;
}

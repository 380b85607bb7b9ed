import { useActive } from '../../lib/gateway/connections/active.ts';
import { NoConnection } from '../../lib/gateway/connections/no-connection.tsx';
import { useRequestedCheck } from '../../lib/gateway/patch/open-checks.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useRequestedOrigin } from '../../lib/navigation/exchange-origin.ts';
import type { PanelView } from '../../lib/navigation/open-panel.ts';
import { useShortcut } from '../../lib/shortcuts/shortcuts.ts';
import layout from '../../ui/layout/layout.module.css';
import { PaneHead } from '../../ui/layout/pane-head.tsx';
import { CellColumn, VerdictLegend } from './cell/cell-column.tsx';
import { CheckList } from './list/check-list.tsx';
import { setupFor } from './model/setup.ts';
import { RunWork } from './run/run-work.tsx';
import { PlanColumn } from './setup/plan-column.tsx';
import { SetupWork } from './setup/setup-work.tsx';
import { useShown } from './shown.ts';
import { SideScroll } from './side-scroll.tsx';
import { StartWork } from './start/start-work.tsx';
import { openNewCheck, openRun, openSetup } from './view.ts';

// Its fields and pickers are half of the panel's size, and viewing a run does not need them.

/** The set-up of a check, its matrix, or an introduction where nothing was ever checked. */
function ChecksWork() {
  const words = useStrings().checks;
  const { ready } = useActive();
  const shown = useShown();
  useRequestedCheck(({ connectionId, keyId }) =>
    openSetup(connectionId, { ...setupFor('open'), keyIds: keyId === undefined ? null : [keyId] }),
  );
  useRequestedOrigin('checks', ({ documentId, itemId }) => openRun(documentId, itemId));
  useShortcut('checks.new', () => shown && openNewCheck(shown.connection.id));
  if (!shown)
    return ready ? (
      <div className={layout.fill}>
        <h1 className="sr-only">{words.title}</h1>
        <NoConnection level={2}>{words.start.noConnectionBody}</NoConnection>
      </div>
    ) : null;
  if (shown.what === 'setup') return <SetupWork key={shown.connection.id} shown={shown} />;
  if (shown.what === 'run' && shown.runId) return <RunWork shown={{ ...shown, runId: shown.runId }} />;
  return shown.what === 'start' ? <StartWork connection={shown.connection} /> : null;
}

/** Before a run its plan, after its start the selected cell. */
function ChecksSide() {
  const t = useStrings().checks;
  const shown = useShown();
  if (shown?.what === 'setup') return <PlanColumn connection={shown.connection} />;
  if (shown?.what === 'run' && shown.runId) return <CellColumn shown={{ ...shown, runId: shown.runId }} />;
  return (
    <>
      <PaneHead title={t.cell.words} />
      <SideScroll label={t.cell.words}>
        <VerdictLegend titled={false} />
      </SideScroll>
    </>
  );
}

/** Shows what each key can access: routes down, keys and models across, a verdict in every cell. */
export const panel: PanelView = { List: CheckList, Work: ChecksWork, Parameters: ChecksSide };

import { useStrings } from '../../lib/i18n/strings.ts';
import { PaneHead } from '../../ui/layout/pane-head.tsx';
import { CellColumn, VerdictLegend } from './cell/cell-column.tsx';
import { PlanColumn } from './setup/plan-column.tsx';
import { useShown } from './shown.ts';
import { SideScroll } from './side-scroll.tsx';

/** Before a run its plan, after its start the chosen cell. */
export function ChecksSide() {
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

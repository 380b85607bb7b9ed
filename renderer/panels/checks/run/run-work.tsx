import type { CheckRun } from '#shared/contract/checks.ts';
import type { Connection } from '#shared/contract/connections.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useWireFocus } from '../../../lib/navigation/wire-focus.ts';
import { useAction } from '../../../lib/page/use-action.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { chosenIn } from '../model/cursor.ts';
import { driftByCell } from '../model/drift.ts';
import { filterMatrix, layOut } from '../model/matrix.ts';
import { type Shown, useRun } from '../shown.ts';
import { useGlance } from '../view.ts';
import { ChangesList } from './changes-list.tsx';
import { EndedNote } from './ended-note.tsx';
import { Matrix } from './matrix.tsx';
import s from './run.module.css';
import { RunHead } from './run-head.tsx';
import { SummaryChips } from './summary-chips.tsx';

/** One run: its numbers, its matrix, and what changed against the run it is compared with. */
export function RunWork({ shown }: { shown: Shown & { runId: string } }) {
  const t = useStrings().checks;
  const { run, failure } = useRun(shown.runId);
  if (failure)
    return (
      <div className={s.failed}>
        <FailureCard failure={failure} />
      </div>
    );
  if (!run)
    return (
      <div className={s.failed} aria-busy>
        <p role="status">{t.run.loading}</p>
        <Skeleton lines={[96, 88, 92, 70]} />
      </div>
    );
  return <RunView shown={shown} connection={shown.connection} run={run} />;
}

interface RunViewProps {
  shown: Shown;
  connection: Connection;
  run: CheckRun;
}

function RunView({ shown, connection, run }: RunViewProps) {
  const { wanted, mode, cursor } = useGlance();
  const act = useAction((work: () => Promise<void>) => work());
  const whole = layOut(run.rows, run.input.models.length > 0);
  const matrix = filterMatrix(whole, wanted);
  const drift = driftByCell(run.drift);
  const chosen = chosenIn(whole, cursor);
  useWireFocus(null, chosen?.cell?.exchangeId ?? null);
  return (
    <>
      <RunHead shown={shown} run={run} act={act} />
      <SummaryChips run={run} />
      {act.failure && (
        <div className={s.note}>
          <FailureCard failure={act.failure} />
        </div>
      )}
      <EndedNote connection={connection} run={run} act={act} />
      <Matrix
        key={connection.id}
        run={run}
        matrix={matrix}
        drift={drift}
        canRerun={run.state !== 'running'}
        onRerun={(cells) => void act.run(cells)}
      />
      {mode === 'change' && <ChangesList run={run} runs={shown.runs ?? []} matrix={whole} />}
    </>
  );
}

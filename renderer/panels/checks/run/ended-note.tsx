import type { CheckRun } from '#shared/contract/checks.ts';
import type { Connection } from '#shared/contract/connections.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { rerunCells } from '../acts.ts';
import { setupFrom } from '../model/setup.ts';
import { isLeftOver } from '../model/verdicts.ts';
import { openSetup } from '../view.ts';
import s from './run.module.css';
import type { RunAct } from './run-act.ts';

/** Why a run ended before its plan was done, what is kept, and how it goes on. */
export function EndedNote({ connection, run, act }: { connection: Connection; run: CheckRun; act: RunAct }) {
  const t = useStrings().checks.run;
  const left = run.rows.filter(isLeftOver);
  if (run.state === 'running' || run.state === 'done') return null;
  return (
    <div className={s.note} role="status">
      <Note
        intent={run.state === 'stopped' ? 'neutral' : 'warn'}
        action={
          <span className={s.acts}>
            {run.state === 'capped' && (
              <Button size="sm" onClick={() => openSetup(connection.id, setupFrom(run.input, run.setId))}>
                {t.changeCaps}
              </Button>
            )}
            {left.length > 0 && (
              <Button size="sm" busy={act.busy} onClick={() => void act.run(() => rerunCells(run, left))}>
                {t.continue(left.length)}
              </Button>
            )}
          </span>
        }
      >
        {t.ended[run.state](left.length)}
      </Note>
    </div>
  );
}

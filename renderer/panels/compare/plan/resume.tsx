import { useState } from 'react';
import type { CompareRun } from '#shared/contract/compare.ts';
import type { CompareCap } from '#shared/contract/judge.ts';
import { useMoney } from '../../../lib/cost/costs.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { type RunAct, rerunCells } from '../compare.ts';
import type { ShownRun } from '../runs/runs.ts';
import { CapFields } from './limit-fields.tsx';
import s from './plan.module.css';

interface ResumeProps {
  shown: ShownRun;
  act: RunAct;
}

/** Sends what an ended run did not send; nothing while there is no such request. A run at its limit asks for a higher one. */
export function Resume({ shown: { run, cells }, act }: ResumeProps) {
  const t = useStrings().compare;
  const [isAsking, setAsking] = useState(false);
  const unsent = cells.filter(({ state }) => state === 'skipped' || state === 'cancelled').map(({ id }) => id);
  if (unsent.length === 0 || run.state === 'running' || run.state === 'done') return null;
  return (
    <>
      <Button
        size="sm"
        onClick={() => (run.state === 'capped' ? setAsking(true) : void act.run(() => rerunCells(run.id, unsent)))}
      >
        {t.resume(unsent.length)}
      </Button>
      {isAsking && <ResumeDialog run={run} unsent={unsent} act={act} onClose={() => setAsking(false)} />}
    </>
  );
}

interface ResumeDialogProps {
  run: CompareRun;
  unsent: string[];
  act: RunAct;
  onClose: () => void;
}

function ResumeDialog({ run, unsent, act, onClose }: ResumeDialogProps) {
  const t = useStrings().compare.plan;
  const [cap, setCap] = useState<CompareCap>(run.input.cap);
  return (
    <FormDialog
      title={t.resumeTitle}
      cancelLabel={t.cancel}
      onCancel={onClose}
      submitLabel={t.start(unsent.length, formatNumber(unsent.length))}
      onSubmit={() => {
        onClose();
        void act.run(() => rerunCells(run.id, unsent, { cap }));
      }}
      busy={act.busy}
    >
      <div className={layout.form}>
        <p>{t.resume(unsent.length, useUsed(run))}</p>
        <div className={s.limits}>
          <CapFields
            limits={cap}
            onChange={(by) => setCap((now) => ({ ...now, ...by }))}
            currency={run.spent[0]?.currency}
          />
        </div>
      </div>
    </FormDialog>
  );
}

/** Returns what a run used: the cost only where that of every request is known. */
export function useUsed({ callsMade, tokensUsed, spent, unpriced }: CompareRun): string {
  const t = useStrings().compare.plan;
  const money = useMoney();
  const counts = [formatNumber(callsMade), formatNumber(tokensUsed)] as const;
  return spent.length > 0 && unpriced === 0 ? t.usedCost(...counts, money.sums(spent)) : t.used(...counts);
}

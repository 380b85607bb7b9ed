import { Ellipsis, RotateCw, Square } from 'lucide-react';
import { useState } from 'react';
import type { CheckRun, CheckRunState } from '#shared/contract/checks.ts';
import type { Connection } from '#shared/contract/connections.ts';
import type { useAction } from '../../../lib/client/use-action.ts';
import { formatMs, formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useDates } from '../../../lib/i18n/use-dates.ts';
import { useShortcut } from '../../../lib/shortcuts/shortcuts.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import type { Intent } from '../../../ui/base/intent.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import type { MenuItem } from '../../../ui/overlays/menu.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { menuAction } from '../../../ui/overlays/menu-action.ts';
import { exportRun, removeRun, removeSet, rerunCells, setBaseline, startCheck, stopCheck } from '../acts.ts';
import { setupFrom } from '../model/setup.ts';
import { isFailing, isUntried } from '../model/verdicts.ts';
import type { Shown } from '../shown.ts';
import { useFocusFallback } from '../use-focus-fallback.ts';
import { openSetup } from '../view.ts';
import { nameOf, runStateWord } from '../words.ts';
import s from './run.module.css';

const stateIntents: Record<CheckRunState, Intent> = {
  running: 'live',
  done: 'neutral',
  stopped: 'neutral',
  capped: 'warn',
  interrupted: 'warn',
};

const exportForms = ['json', 'csv', 'html'] as const;

/** Name, progress, usage and actions of a run. */
export function RunHead({ shown, run, act }: { shown: Shown; run: CheckRun; act: RunAct }) {
  const words = useStrings();
  const t = words.checks;
  const dates = useDates();
  const title = useFocusFallback(run.id);
  const isRunning = run.state === 'running';
  const failing = run.rows.filter(isFailing);
  return (
    <header className={s.head}>
      <h1 ref={title} tabIndex={-1} className="cut-text">
        {nameOf(run, t)}
      </h1>
      <Badge intent={stateIntents[run.state]}>
        {isRunning ? (
          <span className="num">{t.run.progressOf(run.ended, run.cells)}</span>
        ) : (
          runStateWord(run.state, words)
        )}
      </Badge>
      {isRunning ? (
        <span className={s.progress}>
          <Progress value={run.cells === 0 ? null : run.ended / run.cells} label={t.run.progress} />
        </span>
      ) : (
        <span className={s.when}>
          {words.pieces.facts(
            dates.formatWhen(run.startedAt),
            run.endedAt !== null && formatMs(run.endedAt - run.startedAt),
          )}
        </span>
      )}
      <span className="space" />
      <span className={s.used}>
        {words.pieces.facts(
          t.run.callsOf(run.callsMade, run.input.cap.calls),
          run.unitsSpent.tokens > 0 && t.plan.unitNames.tokens(formatNumber(run.unitsSpent.tokens)),
        )}
      </span>
      {failing.length > 0 && (
        <Button
          size="sm"
          disabledReason={isRunning ? t.run.rerunBusy : undefined}
          onClick={() => void act.run(() => rerunCells(run, failing))}
        >
          {t.run.rerunFailing(failing.length)}
        </Button>
      )}
      {isRunning ? (
        <Button
          size="sm"
          intent="stop"
          icon={<Icon of={Square} size="xs" />}
          busy={act.busy}
          onClick={() => void act.run(() => stopCheck(run.id))}
        >
          {t.run.stop}
        </Button>
      ) : (
        <Button
          size="sm"
          intent="primary"
          icon={<Icon of={RotateCw} size="xs" />}
          busy={act.busy}
          onClick={() => void act.run(() => startCheck(run.input, run.setId))}
        >
          {t.run.again}
        </Button>
      )}
      <RunMenu shown={shown} run={run} act={act} />
    </header>
  );
}

function RunMenu({ shown, run, act }: { shown: Shown; run: CheckRun; act: RunAct }) {
  const t = useStrings().checks.run;
  const [asking, setAsking] = useState<'run' | 'set' | null>(null);
  const set = shown.sets.find(({ id }) => id === run.setId);
  const isRunning = run.state === 'running';
  const { connectionId } = run;
  useShortcut('checks.html', () => void act.run(() => exportRun(run.id, 'html')));
  useShortcut('checks.json', () => void act.run(() => exportRun(run.id, 'json')));
  useShortcut('checks.csv', () => void act.run(() => exportRun(run.id, 'csv')));
  const items: MenuItem[] = [
    menuAction('repeat', t.repeat, () => openSetup(connectionId, { ...setupFrom(run.input, null), name: '' })),
    set
      ? menuAction('edit', t.editSet, () => openSetup(connectionId, setupFrom(set.input, set.id)))
      : menuAction('save', t.saveSet, () => openSetup(connectionId, setupFrom(run.input, null))),
    { kind: 'separator', id: 'after-set' },
    menuAction(
      'baseline',
      run.isBaseline ? t.isBaseline : t.setBaseline,
      () => void act.run(() => setBaseline(run.id)),
      { hint: t.baselineSet, disabled: run.isBaseline || isRunning },
    ),
    { kind: 'separator', id: 'before-export' },
    ...exportForms.map(
      (form): MenuItem => menuAction(form, t.exportAs[form], () => void act.run(() => exportRun(run.id, form))),
    ),
    { kind: 'separator', id: 'before-remove' },
    menuAction('remove', t.removeRun, () => setAsking('run'), { danger: true, disabled: isRunning }),
    ...(set ? [menuAction('remove-set', t.removeSet, () => setAsking('set'), { danger: true })] : []),
  ];
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton label={t.more} size="sm" icon={<Icon of={Ellipsis} size="s" />} />}
        items={items}
      />
      <ConfirmDialog
        open={asking === 'run'}
        onOpenChange={(open) => open || setAsking(null)}
        title={t.removeRunTitle}
        body={t.removeRunBody}
        confirmLabel={t.removeRun}
        cancelLabel={t.cancel}
        intent="danger"
        onConfirm={() => void act.run(() => removeRun(run))}
      />
      <ConfirmDialog
        open={asking === 'set'}
        onOpenChange={(open) => open || setAsking(null)}
        title={t.removeSetTitle(set?.name ?? '')}
        body={t.removeSetBody}
        confirmLabel={t.removeSet}
        cancelLabel={t.cancel}
        intent="danger"
        onConfirm={() => void act.run(async () => set && removeSet(connectionId, set.id))}
      />
    </>
  );
}

/** Why a run ended early, what was kept, and how to continue. */
export function EndedNote({ connection, run, act }: { connection: Connection; run: CheckRun; act: RunAct }) {
  const t = useStrings().checks.run;
  const left = run.rows.filter(isUntried);
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

/** Calls the core; a failure is shown below the head until the next attempt. */
type RunAct = ReturnType<typeof useAction<[() => Promise<void>], void>>;

import { X } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import type { CheckPlanInput, CheckSet } from '#shared/contract/checks.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { useAction } from '../../../lib/client/use-action.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { lineOf } from '../../../lib/failures/failures.ts';
import { type Strings, useLanguage, useStrings } from '../../../lib/i18n/strings.ts';
import { useNarrow } from '../../../lib/preferences/layout.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { saveSet, startCheck } from '../acts.ts';
import r from '../run/run.module.css';
import type { Shown } from '../shown.ts';
import { useFocusFallback } from '../use-focus-fallback.ts';
import { changeSetup, changeView } from '../view.ts';
import { unitLabels } from '../words.ts';
import { ModelChoice } from './model-choice.tsx';
import s from './setup.module.css';
import { KeyTicks, LevelChoice, LimitFields, RouteTicks } from './setup-fields.tsx';
import { type PlanView, usePlan } from './use-plan.ts';

/** Everything that can be set before a run, with the plan beside it; Enter starts the run except in a list. */
export function SetupWork({ shown }: { shown: Shown }) {
  const t = useStrings().checks.setup;
  const { connection, sets } = shown;
  const planned = usePlan(connection);
  const { setup } = planned;
  const title = useFocusFallback(connection.id);
  const set = sets.find(({ id }) => id === setup.setId);
  const change = (part: Partial<typeof setup>) => changeSetup(connection.id, part);
  const part = { connection, setup, onChange: change };
  return (
    <>
      <header className={r.head}>
        <h1 ref={title} tabIndex={-1} className="cut-text">
          {set ? t.editTitle(set.name) : t.title}
        </h1>
        <span className="space" />
        <IconButton
          label={t.close}
          size="sm"
          icon={<Icon of={X} />}
          onClick={() => changeView(connection.id, { isSetup: false })}
        />
      </header>
      <div className={s.scroll}>
        <div className={s.form}>
          <LevelChoice {...part} />
          <div className={s.columns}>
            <RouteTicks {...part} />
            <div className={s.column}>
              <KeyTicks {...part} />
              <ModelChoice {...part} />
              <LimitFields {...part} />
              <Field label={t.name}>
                <TextField
                  value={setup.name}
                  onValueChange={(name) => change({ name })}
                  placeholder={t.namePlaceholder}
                  maxLength={120}
                />
              </Field>
            </div>
          </div>
        </div>
      </div>
      <SetupFoot planned={planned} set={set} />
    </>
  );
}

/** The Start button with the numbers of the plan; above it, what prevents starting. */
function SetupFoot({ planned, set }: { planned: PlanView; set: CheckSet | undefined }) {
  const words = useStrings();
  const language = useLanguage();
  const t = words.checks;
  const { setup, input, gap, plan } = planned;
  const isNarrow = useNarrow();
  const isChanged = set !== undefined && !sameInput(set.input, input);
  // A run belongs to its set only while its settings are those of the set.
  const start = useAction(() => startCheck(input, set && !isChanged ? set.id : null));
  const save = useAction(() => saveSet(input, set?.id ?? null));
  const asked = plan?.cells.filter(({ action }) => action !== 'skip').length ?? 0;
  const problem = start.failure ?? save.failure ?? plan?.problems[0] ?? planned.failure;
  const blocked = startBlocker(planned, asked, t.setup, (failure) => lineOf(failure, language, words));
  const run = () => {
    if (blocked === undefined && !start.busy) void start.run();
  };
  const onEnter = useEffectEvent(run);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => isEnterToStart(event) && onEnter();
    const work = document.getElementById('work');
    work?.addEventListener('keydown', onKey);
    return () => work?.removeEventListener('keydown', onKey);
  }, []);
  return (
    <footer className={s.foot}>
      {problem && (
        <FailureCard failure={problem} announce={start.failure !== null || save.failure !== null} level={2} />
      )}
      <div className={s.acts}>
        <span className={s.summary} role="status">
          {gap
            ? t.setup.gaps[gap]
            : plan &&
              words.pieces.facts(
                t.plan.summary(plan.calls, plan.cells.length - asked),
                // The plan column is collapsed on narrow pages.
                ...(isNarrow ? unitLabels(plan.units, t) : []),
              )}
        </span>
        <Button
          busy={save.busy}
          disabledReason={setup.name.trim() === '' ? t.setup.needName : set && !isChanged ? t.setup.saved : undefined}
          onClick={() => void save.run()}
        >
          {set ? t.setup.saveChanges : t.setup.saveSet}
        </Button>
        <Button intent="primary" size="lg" busy={start.busy} disabledReason={blocked} onClick={run}>
          {plan ? t.setup.run(asked, plan.calls) : t.setup.runUnknown}
        </Button>
      </div>
    </footer>
  );
}

/** Returns why the run cannot be started; `undefined` when it can. */
function startBlocker(
  { gap, plan, failure }: PlanView,
  asked: number,
  t: Strings['checks']['setup'],
  notify: (failure: Failure) => string,
): string | undefined {
  if (gap) return t.gaps[gap];
  if (!plan) return failure ? notify(failure) : t.planning;
  const [problem] = plan.problems;
  if (problem) return notify(problem);
  return asked === 0 ? t.nothing : undefined;
}

/** Enter starts the run, except where it has another meaning: on a button, a link or a selectable list. */
function isEnterToStart(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.isComposing || event.defaultPrevented) return false;
  return event.target instanceof Element && !event.target.closest('button, a, [role="listbox"], [role="combobox"]');
}

/** Whether two plans request the same, regardless of the order of their selections. */
export const sameInput = (one: CheckPlanInput, two: CheckPlanInput): boolean => shape(one) === shape(two);

const shape = ({ cap, ...input }: CheckPlanInput): string =>
  JSON.stringify(
    Object.entries({ ...input, ...cap })
      .map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value])
      .toSorted(([one], [two]) => String(one).localeCompare(String(two))),
  );

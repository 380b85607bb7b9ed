import { useEffect, useEffectEvent } from 'react';
import type { CheckPlanInput, CheckSet } from '#shared/contract/checks.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { lineOf } from '../../../lib/failures/failures.ts';
import { type Strings, useLanguage, useStrings } from '../../../lib/i18n/strings.ts';
import { useAction } from '../../../lib/page/use-action.ts';
import { useNarrow } from '../../../lib/preferences/use-narrow.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { saveSet, startCheck } from '../acts.ts';
import { unitLabels } from '../words.ts';
import s from './setup.module.css';
import type { PlanView } from './use-plan.ts';

/** The one thing to do, in the numbers of the plan; what is in the way stands above it. */
export function SetupFoot({ planned, set }: { planned: PlanView; set: CheckSet | undefined }) {
  const words = useStrings();
  const language = useLanguage();
  const t = words.checks;
  const { setup, input, gap, plan } = planned;
  const isNarrow = useNarrow();
  const isChanged = set !== undefined && !sameInput(set.input, input);
  // A run belongs to its set only while it does what the set says.
  const start = useAction(() => startCheck(input, set && !isChanged ? set.id : null));
  const save = useAction(() => saveSet(input, set?.id ?? null));
  const asked = plan?.cells.filter(({ action }) => action !== 'skip').length ?? 0;
  const problem = start.failure ?? save.failure ?? plan?.problems[0] ?? planned.failure;
  const blocked = whyNot(planned, asked, t.setup, (failure) => lineOf(failure, language, words));
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
          {gap ? t.setup.gaps[gap] : plan && t.plan.summary(plan.calls, plan.cells.length - asked)}
          {/* The column with the whole plan is folded away on narrow pages. */}
          {isNarrow && plan && unitLabels(plan.units, t).map((use) => `, ${use}`)}
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

/** Why it can not be started as it stands; `undefined` when it can. */
function whyNot(
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

/** Enter starts, except where it already means something: on a button, a link, in a list that chooses. */
function isEnterToStart(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.isComposing || event.defaultPrevented) return false;
  return event.target instanceof Element && !event.target.closest('button, a, [role="listbox"], [role="combobox"]');
}

/** Whether two plans ask for the same, in whatever order their choices were made. */
export const sameInput = (one: CheckPlanInput, two: CheckPlanInput): boolean => shape(one) === shape(two);

const shape = ({ cap, ...input }: CheckPlanInput): string =>
  JSON.stringify(
    Object.entries({ ...input, ...cap })
      .map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value])
      .toSorted(([one], [two]) => String(one).localeCompare(String(two))),
  );

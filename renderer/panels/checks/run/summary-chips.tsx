import type { CheckRun } from '#shared/contract/checks.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { countGroups, countVerdicts, groupIntents, type VerdictGroup, verdictGroups } from '../model/verdicts.ts';
import { useGlance } from '../view.ts';
import s from './run.module.css';
import { groupFaces, VerdictGlyph } from './verdict-glyph.tsx';

const modes = ['verdict', 'latency', 'change'] as const;

/** What the run found, in numbers that filter; and what the cells show. */
export function SummaryChips({ run }: { run: CheckRun }) {
  const t = useStrings().checks;
  const { wanted, mode } = useGlance();
  const counts = countGroups(countVerdicts(run.rows));
  const press = (group: VerdictGroup) =>
    useGlance.setState({ wanted: wanted.includes(group) ? wanted.filter((one) => one !== group) : [...wanted, group] });
  return (
    <div className={s.summary}>
      <fieldset className={s.chips} aria-label={t.run.filters}>
        {verdictGroups
          .filter((group) => group !== 'open' || counts.open > 0 || wanted.includes('open'))
          .map((group) => (
            <button
              key={group}
              type="button"
              className={classes(s.chip, counts[group] > 0 && s[groupIntents[group]])}
              aria-pressed={wanted.includes(group)}
              onClick={() => press(group)}
            >
              <VerdictGlyph face={groupFaces[group]} />
              {t.groups[group]}
              <b className="num">{counts[group]}</b>
            </button>
          ))}
      </fieldset>
      <Segmented
        label={t.run.mode}
        value={mode}
        onValueChange={(next) => useGlance.setState({ mode: next })}
        options={modes.map((value) => ({ value, label: t.run.modes[value] }))}
      />
    </div>
  );
}

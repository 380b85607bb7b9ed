import { useId } from 'react';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { levels } from '../model/setup.ts';
import s from './setup.module.css';
import type { SetupPart } from './setup-part.ts';

/** Free, cheap or full: what each does and what it proves. */
export function LevelChoice({ setup, onChange }: SetupPart) {
  const t = useStrings().checks;
  const name = useId();
  return (
    <fieldset className={s.levels}>
      <legend className={s.legend}>{t.setup.level}</legend>
      {levels.map((level) => (
        <label key={level} className={classes(s.level, level === setup.level && s.chosen)}>
          <input
            type="radio"
            className={s.radio}
            name={name}
            value={level}
            checked={level === setup.level}
            onChange={() => onChange({ level })}
          />
          <span className={s.levelName}>{t.levels[level].name}</span>
          <span className={s.hint}>
            {t.levels[level].does} {t.levels[level].proves}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

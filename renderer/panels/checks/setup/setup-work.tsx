import { X } from 'lucide-react';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import type { Shown } from '../shown.ts';
import { useCaughtFocus } from '../use-caught-focus.ts';
import { changeSetup, changeView } from '../view.ts';
import { ModelChoice } from './model-choice.tsx';
import s from './setup.module.css';
import { KeyTicks, LevelChoice, LimitFields, RouteTicks } from './setup-fields.tsx';
import { SetupFoot } from './setup-foot.tsx';
import { usePlan } from './use-plan.ts';

/** Everything that can be chosen before a run. The plan stands beside it; Enter anywhere but in a list starts. */
export function SetupWork({ shown }: { shown: Shown }) {
  const t = useStrings().checks.setup;
  const { connection, sets } = shown;
  const planned = usePlan(connection);
  const { setup } = planned;
  const title = useCaughtFocus(connection.id);
  const set = sets.find(({ id }) => id === setup.setId);
  const change = (part: Partial<typeof setup>) => changeSetup(connection.id, part);
  const part = { connection, setup, onChange: change };
  return (
    <>
      <header className={s.head}>
        <h1 ref={title} tabIndex={-1} className="cut-text">
          {set ? t.editTitle(set.name) : t.title}
        </h1>
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

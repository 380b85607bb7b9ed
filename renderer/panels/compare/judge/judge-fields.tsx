import type { Judge } from '#shared/contract/judge.ts';
import type { TextRouteId } from '#shared/protocol/compose/text-parameters.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { ConnectionField, KeyField, ModelField } from '../lanes/target-fields.tsx';
import { judgeRoutes } from '../model/judge-model.ts';
import s from './judge.module.css';

/** Which model grades the replies, and by what. */
export function JudgeFields({ judge, onChange }: { judge: Judge; onChange: (judge: Judge) => void }) {
  const { judge: t, lane: words } = useStrings().compare;
  const change = (by: Partial<Judge>) => onChange({ ...judge, ...by });
  return (
    <>
      <div className={s.fields}>
        <ModelField target={judge} onChange={change} />
        <ConnectionField target={judge} onChange={(by) => change({ ...by, model: '' })} />
        <Field label={words.route}>
          <Select<TextRouteId>
            value={judge.routeId}
            onValueChange={(routeId) => change({ routeId })}
            options={judgeRoutes.map((routeId) => ({ value: routeId, label: words.routes[routeId] }))}
          />
        </Field>
        <KeyField target={judge} onChange={change} />
      </div>
      <Field label={t.rubric} hint={t.rubricHint}>
        <TextArea
          value={judge.rubric}
          onValueChange={(rubric) => change({ rubric })}
          minRows={3}
          maxRows={12}
          dir="auto"
        />
      </Field>
      {judge.rubric !== t.defaultRubric && (
        <span>
          <Button size="sm" intent="quiet" onClick={() => change({ rubric: t.defaultRubric })}>
            {t.resetRubric}
          </Button>
        </span>
      )}
    </>
  );
}

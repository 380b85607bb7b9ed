import type { Judge } from '#shared/contract/judge.ts';
import type { TextRouteId } from '#shared/protocol/compose/text-parameters.ts';
import { useCall } from '../../../lib/client/query.ts';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { ModelPopover } from '../../../lib/gateway/models/model-popover.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { judgeRoutes } from '../model/judge-model.ts';
import s from './judge.module.css';

const firstKey = '';

/** Which model grades the replies, and by what. */
export function JudgeFields({ judge, onChange }: { judge: Judge; onChange: (judge: Judge) => void }) {
  const { judge: t, lane: words } = useStrings().compare;
  const { connections } = useActive();
  const keys = (useCall('keys', 'status', {}).data ?? []).filter((key) => key.connectionId === judge.connectionId);
  const change = (by: Partial<Judge>) => onChange({ ...judge, ...by });
  return (
    <>
      <div className={s.fields}>
        <Field label={t.model}>
          <ModelPopover
            label={t.model}
            trigger={<Button stretch>{judge.model || t.noModel}</Button>}
            connectionId={judge.connectionId}
            keyId={judge.keyId ?? undefined}
            routeId={judge.routeId}
            value={judge.model}
            onValueChange={(model) => change({ model })}
          />
        </Field>
        <Field label={t.connection}>
          <Select
            value={judge.connectionId}
            onValueChange={(connectionId) => change({ connectionId, keyId: null, model: '' })}
            options={connections.map(({ id, name, origin }) => ({ value: id, label: name, hint: origin }))}
          />
        </Field>
        <Field label={t.route}>
          <Select<TextRouteId>
            value={judge.routeId}
            onValueChange={(routeId) => change({ routeId })}
            options={judgeRoutes.map((routeId) => ({ value: routeId, label: words.routes[routeId] }))}
          />
        </Field>
        <Field label={t.key}>
          <Select
            value={judge.keyId ?? firstKey}
            onValueChange={(id) => change({ keyId: id === firstKey ? null : id })}
            options={[
              { value: firstKey, label: t.firstKey },
              ...keys
                .filter(({ enabled }) => enabled)
                .map(({ id, alias, fingerprint }) => ({ value: id, label: alias, hint: fingerprint })),
            ]}
          />
        </Field>
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

import { useStrings } from '../../lib/i18n/strings.ts';
import { Switch } from '../../ui/controls/switch.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { PaneHead } from '../../ui/layout/pane-head.tsx';
import { variablesIn } from './model/fill.ts';
import type { FieldSpec } from './model/request-form.ts';
import s from './request.module.css';
import { RuleFields } from './rule-fields.tsx';
import { changeForm, useForm } from './store.ts';

const kinds = ['text', 'long', 'number', 'choice', 'switch'] as const;

/** The variables of the request, and how a task that it starts is polled. */
export function RequestParameters() {
  const t = useStrings().request;
  const form = useForm();
  const names = variablesIn(form);
  return (
    <>
      <PaneHead title={t.sections.fields}>
        <Badge>{names.length}</Badge>
      </PaneHead>
      <div className={s.side}>
        <section className={s.block}>
          <p>{names.length === 0 ? t.fields.none : t.fields.body}</p>
          {names.map((name) => (
            <SpecRow key={name} spec={form.fields.find((field) => field.name === name) ?? blank(name)} />
          ))}
        </section>
        <section className={s.block}>
          <h2>{t.sections.task}</h2>
          <Switch checked={form.asTask} onCheckedChange={(asTask) => changeForm({ asTask })} label={t.task.follow} />
          {form.asTask && <RuleFields />}
        </section>
      </div>
    </>
  );
}

const blank = (name: string): FieldSpec => ({ name, kind: 'text', options: '', start: '' });

function SpecRow({ spec }: { spec: FieldSpec }) {
  const t = useStrings().request.fields;
  const fields = useForm((form) => form.fields);
  const put = (change: Partial<FieldSpec>) =>
    changeForm({ fields: [...fields.filter(({ name }) => name !== spec.name), { ...spec, ...change }] });
  return (
    <div className={s.spec}>
      <h3 className="mono">{spec.name}</h3>
      <Field label={t.kind} layout="row">
        <Select
          value={spec.kind}
          onValueChange={(kind) => put({ kind })}
          options={kinds.map((value) => ({ value, label: t.kinds[value] }))}
          width="100%"
        />
      </Field>
      {spec.kind === 'choice' && (
        <Field label={t.options}>
          <TextArea value={spec.options} onValueChange={(options) => put({ options })} minRows={2} maxRows={8} />
        </Field>
      )}
      <Field label={t.start} layout="row">
        <TextField value={spec.start} onValueChange={(start) => put({ start })} />
      </Field>
    </div>
  );
}

import { type ReadyRule, readyRule, readyRuleNames } from '#shared/contract/ready-rules.ts';
import type { TaskRule } from '#shared/contract/tasks.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { PaneHead } from '../../ui/layout/pane-head.tsx';
import { variablesIn } from './model/fill.ts';
import { emptyForm, type FieldSpec, type RuleTexts } from './model/request-form.ts';
import s from './request.module.css';
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

/** Returns a rule as it is edited. */
const ruleTexts = (rule: TaskRule): RuleTexts => ({
  ...emptyForm.rule,
  ...{ idAt: rule.idAt, pollMethod: rule.pollMethod, pollPath: rule.pollPath, stateAt: rule.stateAt },
  ...{ progressAt: rule.progressAt, mediaAt: rule.mediaAt, errorAt: rule.errorAt },
  ...{ pollBody: rule.pollBody ?? '', resultPath: rule.resultPath ?? '' },
  doneWords: rule.doneWords.join(', '),
  failedWords: rule.failedWords.join(', '),
});

/** How a task that the request starts is polled. */
function RuleFields() {
  const t = useStrings().request.task;
  const rule = useForm((form) => form.rule);
  const put = (change: Partial<RuleTexts>) => changeForm({ rule: { ...rule, ...change } });
  const text = (name: Exclude<keyof RuleTexts, 'pollMethod'>) => (
    <Field label={t[name]} key={name}>
      <TextField value={rule[name]} onValueChange={(value) => put({ [name]: value })} mono spellCheck={false} />
    </Field>
  );
  const path = useForm((form) => form.path);
  return (
    <>
      <Field label={t.ready}>
        <Select<ReadyRule | ''>
          value=""
          onValueChange={(name) => name !== '' && put(ruleTexts(readyRule(name, path)))}
          options={[
            { value: '', label: t.chooseReady },
            ...readyRuleNames.map((value) => ({ value, label: t.readyRules[value] })),
          ]}
          width="100%"
        />
      </Field>
      <p>{t.hint}</p>
      {text('idAt')}
      <Field label={t.pollMethod} layout="row">
        <Segmented
          value={rule.pollMethod}
          onValueChange={(pollMethod) => put({ pollMethod })}
          options={[
            { value: 'GET', label: 'GET' },
            { value: 'POST', label: 'POST' },
          ]}
          label={t.pollMethod}
        />
      </Field>
      {text('pollPath')}
      {rule.pollMethod === 'POST' && text('pollBody')}
      {text('stateAt')}
      {text('doneWords')}
      {text('failedWords')}
      <p>{t.words}</p>
      {text('progressAt')}
      {text('mediaAt')}
      {text('resultPath')}
      {text('errorAt')}
    </>
  );
}

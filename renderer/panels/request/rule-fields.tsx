import { type ReadyRule, readyRule, readyRuleNames } from '#shared/contract/ready-rules.ts';
import type { TaskRule } from '#shared/contract/tasks.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { emptyForm, type RuleTexts } from './model/request-form.ts';
import { changeForm, useForm } from './store.ts';

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
export function RuleFields() {
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

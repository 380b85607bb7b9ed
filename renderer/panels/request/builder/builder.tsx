import type { ReactNode } from 'react';
import { customKeyStyles, customMethods } from '#shared/contract/exchanges.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { JsonEditor } from '../../../ui/json/json-editor.tsx';
import { withoutPlaces } from '../model/fill.ts';
import { problemOf } from '../model/request-draft.ts';
import { bodyModes } from '../model/request-form.ts';
import { changeForm, useForm } from '../store.ts';
import s from './builder.module.css';
import { FormRows } from './form-rows.tsx';
import { PairRows } from './pair-rows.tsx';

/** Every part of a request, as it goes over the wire. */
export function Builder() {
  const t = useStrings().request;
  const form = useForm();
  const { method, path, keyStyle, query, headers, bodyMode, savedId } = form;
  const problem = problemOf(form);
  return (
    <div className={s.builder}>
      <div className={s.line}>
        <Field label={t.method} hideLabel>
          <Select
            value={method}
            onValueChange={(next) => changeForm({ method: next })}
            options={customMethods.map((value) => ({ value, label: value }))}
            mono
            width={110}
          />
        </Field>
        <div className={s.path}>
          <Field
            label={t.path}
            hint={t.pathHint}
            {...(problem?.what === 'path' && problem.detail ? { error: problem.detail } : {})}
          >
            <TextField
              value={path}
              onValueChange={(next) => changeForm({ path: next })}
              mono
              data-place="request-path"
            />
          </Field>
        </div>
        <Field label={t.keyStyle}>
          <Select
            value={keyStyle}
            onValueChange={(next) => changeForm({ keyStyle: next })}
            options={customKeyStyles.map((value) => ({ value, label: t.keyStyles[value] }))}
            mono
            width={200}
          />
        </Field>
      </div>
      <div className={s.beside}>
        <Section title={t.sections.query}>
          <PairRows label={t.sections.query} pairs={query} onChange={(next) => changeForm({ query: next })} />
        </Section>
        <Section title={t.sections.headers}>
          <PairRows label={t.sections.headers} pairs={headers} onChange={(next) => changeForm({ headers: next })} />
        </Section>
      </div>
      <Section
        title={t.sections.body}
        control={
          <Segmented
            value={bodyMode}
            onValueChange={(next) => changeForm({ bodyMode: next })}
            options={bodyModes.map((value) => ({ value, label: t.bodyModes[value] }))}
            label={t.bodyMode}
          />
        }
      >
        <Body key={savedId} />
      </Section>
    </div>
  );
}

function Body() {
  const t = useStrings().request;
  const { bodyMode, json, text, mediaType, form } = useForm();
  switch (bodyMode) {
    case 'none':
      return null;
    case 'json':
      return (
        <div className={s.json}>
          <JsonEditor
            value={json}
            onValueChange={(next) => changeForm({ json: next })}
            label={t.jsonBody}
            checkAs={withoutPlaces}
            fill
          />
        </div>
      );
    case 'form':
      return <FormRows fields={form} onChange={(next) => changeForm({ form: next })} />;
    case 'text':
      return (
        <>
          <Field label={t.mediaType} layout="row">
            <TextField value={mediaType} onValueChange={(next) => changeForm({ mediaType: next })} mono />
          </Field>
          <TextArea
            value={text}
            onValueChange={(next) => changeForm({ text: next })}
            aria-label={t.textBody}
            mono
            minRows={4}
            maxRows={16}
          />
        </>
      );
  }
}

const Section = ({ title, control, children }: { title: string; control?: ReactNode; children: ReactNode }) => (
  <section className={s.section}>
    <div className={s.head}>
      <h2>{title}</h2>
      {control}
    </div>
    {children}
  </section>
);

import type { ReactNode } from 'react';
import type { Connection } from '#shared/contract/connections.ts';
import { customKeyStyles, customMethods } from '#shared/contract/exchanges.ts';
import { routes } from '#shared/protocol/table.ts';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { BodyEditor, type EditedBody } from '../../../lib/request-editor/body-editor.tsx';
import { PairRows } from '../../../lib/request-editor/rows.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { withoutVariables } from '../model/fill.ts';
import { readPastedCurl } from '../model/pasted-curl.ts';
import { problemOf } from '../model/request-draft.ts';
import { bodyModes, type FormField, type Pair, type RequestForm } from '../model/request-form.ts';
import s from '../request.module.css';
import { openPasted } from '../saved/saved-acts.ts';
import { changeForm, useForm, useRequestDraft } from '../store.ts';

/** Puts a cURL command into the editor; false for any other text. */
function pasteCurl(text: string, connection: Connection | null): boolean {
  const pasted = readPastedCurl(text, connection);
  if (pasted) openPasted(pasted);
  return pasted !== null;
}

/** Edits every part of a request as it is sent. */
export function Builder() {
  const t = useStrings().request;
  const form = useForm();
  const { method, path, keyStyle, query, headers, bodyMode, savedId } = form;
  const connection = useActive().connection ?? null;
  const ownHeader = connection && connection.keyHeader.name !== 'Authorization' ? connection.keyHeader.name : null;
  const problem = problemOf(form);
  // The key of a known route is sent as its connection says.
  const hasKeyStyle = (useRequestDraft()?.routeId ?? 'custom') === 'custom';
  return (
    <div className={layout.stack}>
      <div className={s.target}>
        <Field label={t.method}>
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
            {...(problem?.what === 'path' ? { error: t.problems.path[problem.detail] } : {})}
          >
            <TextField
              value={path}
              onValueChange={(next) => changeForm({ path: next })}
              mono
              data-place="request-path"
              onPaste={(event) => {
                if (pasteCurl(event.clipboardData.getData('text'), connection)) event.preventDefault();
              }}
            />
          </Field>
        </div>
        {hasKeyStyle && (
          <Field label={t.keyStyle}>
            <Select
              value={keyStyle}
              onValueChange={(next) => changeForm({ keyStyle: next })}
              options={customKeyStyles.map((value) => ({
                value,
                label: (value === 'bearer' && ownHeader) || t.keyStyles[value],
              }))}
              mono
              width={200}
            />
          </Field>
        )}
      </div>
      <div className={s.beside}>
        <Section title={t.sections.query}>
          <PairRows
            label={t.sections.query}
            pairs={query}
            onChange={(next) => changeForm({ query: next })}
            blank={blank}
          />
        </Section>
        <Section title={t.sections.headers}>
          <PairRows
            label={t.sections.headers}
            pairs={headers}
            onChange={(next) => changeForm({ headers: next })}
            blank={blank}
          />
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

const blank: Pair = { name: '', value: '', on: true };

function Body() {
  const form = useForm();
  const editor = (
    <BodyEditor<FormField>
      body={bodyOf(form)}
      onTextChange={(text) => changeForm(form.bodyMode === 'json' ? { json: text } : { text })}
      onMediaTypeChange={(mediaType) => changeForm({ mediaType })}
      onFieldsChange={(fields) => changeForm({ form: fields })}
      blank={{ kind: 'text', ...blank }}
      withFile={(file, before) => ({ kind: 'file', name: before?.name ?? 'file', file, on: true })}
      checkAs={withoutVariables}
      names={routes[useRequestDraft()?.routeId ?? 'custom'].needs}
    />
  );
  return form.bodyMode === 'json' ? <div className={s.json}>{editor}</div> : editor;
}

function bodyOf({ bodyMode, json, text, mediaType, form }: RequestForm): EditedBody<FormField> {
  switch (bodyMode) {
    case 'none':
      return { kind: 'none' };
    case 'json':
      return { kind: 'json', text: json };
    case 'form':
      return { kind: 'form', fields: form };
    case 'text':
      return { kind: 'text', text, mediaType };
  }
}

const Section = ({ title, control, children }: { title: string; control?: ReactNode; children: ReactNode }) => (
  <section className={s.part}>
    <div className={s.partHead}>
      <h2>{title}</h2>
      {control}
    </div>
    {children}
  </section>
);

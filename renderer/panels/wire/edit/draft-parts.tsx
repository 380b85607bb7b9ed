import { useState } from 'react';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import { routes } from '#shared/protocol/table.ts';
import { useCall } from '../../../lib/client/query.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { BodyEditor } from '../../../lib/request-editor/body-editor.tsx';
import { PairRows } from '../../../lib/request-editor/rows.tsx';
import { Method } from '../../../ui/feedback/method.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { changeDraft } from '../store.ts';
import { TabbedParts } from '../work-page.tsx';
import s from './editor.module.css';

type Part = 'body' | 'query' | 'headers';

interface DraftProps {
  editKey: string;
  draft: DraftInput;
}

/** Edits the connection, key and route of a request, and the values in its path. */
export function DraftTarget({ editKey, draft }: DraftProps) {
  const t = useStrings().wireDetail.editor;
  const { data: connections = [] } = useCall('connections', 'list', {});
  const { data: allKeys = [] } = useCall('keys', 'status', {});
  const keys = allKeys.filter(({ connectionId, enabled }) => connectionId === draft.connectionId && enabled);
  const { method, path } = draft.custom ?? routes[draft.routeId];
  return (
    <div className={s.target}>
      <p className={s.line}>
        <Method>{method}</Method> {path}
      </p>
      <div className={s.choices}>
        <Field label={t.connection}>
          <Select
            value={draft.connectionId}
            onValueChange={(connectionId) => changeDraft(editKey, { connectionId, keyId: undefined })}
            options={connections.map(({ id, name, origin }) => ({ value: id, label: name, hint: origin }))}
          />
        </Field>
        <Field label={t.key}>
          <Select
            value={draft.keyId ?? keys[0]?.id ?? ''}
            onValueChange={(keyId) => changeDraft(editKey, { keyId })}
            options={keys.map(({ id, alias, fingerprint }) => ({ value: id, label: alias, hint: fingerprint }))}
            placeholder={t.noKey}
            disabled={keys.length === 0}
          />
        </Field>
        {Object.entries(draft.params ?? {}).map(([name, value]) => (
          <Field key={name} label={name}>
            <TextField
              value={value}
              onValueChange={(next) => changeDraft(editKey, { params: { ...draft.params, [name]: next } })}
              mono
            />
          </Field>
        ))}
      </div>
    </div>
  );
}

/** Edits the body, query and headers of a request. */
export function DraftParts({ editKey, draft }: DraftProps) {
  const t = useStrings().wireDetail.editor;
  const [part, setPart] = useState<Part>('body');
  const { query = [], headers = [] } = draft;
  const counted = (count: number) => (count > 0 ? { count } : {});
  return (
    <TabbedParts
      label={t.title}
      tabs={[
        { value: 'body', label: t.body },
        { value: 'query', label: t.query, ...counted(query.length) },
        { value: 'headers', label: t.headers, ...counted(headers.length) },
      ]}
      value={part}
      onValueChange={setPart}
    >
      <div className={s.scroll}>
        {part === 'body' && <Body editKey={editKey} draft={draft} />}
        {part === 'query' && (
          <Pairs pairs={query} onChange={(next) => changeDraft(editKey, { query: next })} label={t.query} />
        )}
        {part === 'headers' && (
          <>
            <p className={s.hint}>{t.headersHint}</p>
            <Pairs pairs={headers} onChange={(next) => changeDraft(editKey, { headers: next })} label={t.headers} />
          </>
        )}
      </div>
    </TabbedParts>
  );
}

type Pair = [name: string, value: string];

function Pairs({
  label,
  pairs,
  onChange,
}: {
  label: string;
  pairs: readonly Pair[];
  onChange: (pairs: Pair[]) => void;
}) {
  return (
    <PairRows
      label={label}
      pairs={pairs.map(([name, value]) => ({ name, value }))}
      onChange={(rows) => onChange(rows.map(({ name, value }): Pair => [name, value]))}
      blank={{ name: '', value: '' }}
    />
  );
}

type DraftField = Extract<DraftInput['body'], { kind: 'form' }>['fields'][number];

function Body({ editKey, draft: { body, routeId } }: DraftProps) {
  const t = useStrings().wireDetail.editor;
  const change = (next: DraftInput['body']) => changeDraft(editKey, { body: next });
  if (body.kind === 'none') return <p className={s.hint}>{t.noBody}</p>;
  return (
    <BodyEditor<DraftField>
      body={body}
      onTextChange={(text) => 'text' in body && change({ ...body, text })}
      onMediaTypeChange={(mediaType) => body.kind === 'text' && change({ ...body, mediaType })}
      onFieldsChange={(fields) => change({ kind: 'form', fields })}
      blank={{ kind: 'text', name: '', value: '' }}
      withFile={({ id }, before) => ({ kind: 'file', name: before?.name ?? 'file', fileId: id })}
      names={routes[routeId].needs}
    />
  );
}

import type { DraftInput } from '#shared/contract/exchanges.ts';
import { routes } from '#shared/protocol/table.ts';
import { useCall } from '../../../lib/client/query.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Method } from '../../../ui/feedback/method.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { changeDraft } from '../store.ts';
import s from './editor.module.css';

/** Where a request goes and with which key, its route, and what stands in its path. */
export function DraftTarget({ editKey, draft }: { editKey: string; draft: DraftInput }) {
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

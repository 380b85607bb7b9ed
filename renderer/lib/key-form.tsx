import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { SecretField } from '../ui/secret-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { client } from './client.ts';
import { FailureCard } from './failure-card.tsx';
import s from './key-form.module.css';
import { useStrings } from './strings.ts';
import { useAction } from './use-action.ts';

export interface KeyFormProps {
  connectionId: string;
  /** Replaces the secret of this key; without it a new key is made. */
  replaces?: { id: string; alias: string } | undefined;
  onDone: () => void;
  onCancel: () => void;
}

/** A secret goes in and never comes out: it is in the field until it is sent, and nowhere after that. */
export function KeyForm({ connectionId, replaces, onDone, onCancel }: KeyFormProps) {
  const t = useStrings().connections;
  const [alias, setAlias] = useState(replaces?.alias ?? '');
  const [secret, setSecret] = useState('');
  const put = useAction(client.keys.put);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const given = secret.trim();
    setSecret('');
    const status = await put.run({
      ...(replaces ? { id: replaces.id } : {}),
      connectionId,
      alias: alias.trim() || t.firstAlias,
      secret: given,
    });
    if (status) onDone();
  };
  return (
    <form className={s.form} autoComplete="off" onSubmit={(event) => void onSubmit(event)}>
      <Field label={t.keyAlias}>
        <TextField
          value={alias}
          onValueChange={setAlias}
          maxLength={80}
          placeholder={t.firstAlias}
          autoFocus={!replaces}
        />
      </Field>
      <Field label={replaces ? t.newSecret : t.secret} hint={t.secretHint}>
        <SecretField value={secret} onValueChange={setSecret} autoFocus={replaces !== undefined} />
      </Field>
      <div className={s.actions}>
        <Button
          type="submit"
          intent="primary"
          busy={put.busy}
          disabledReason={secret.trim() ? undefined : t.needSecret}
        >
          {replaces ? t.replaceKey : t.saveKey}
        </Button>
        <Button intent="quiet" onClick={onCancel}>
          {t.cancel}
        </Button>
      </div>
      {put.failure && <FailureCard failure={put.failure} />}
    </form>
  );
}

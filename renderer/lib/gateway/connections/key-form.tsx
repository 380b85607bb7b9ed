import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { SecretField, type SecretHandle } from '../../../ui/fields/secret-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { client } from '../../client/client.ts';
import { useAction } from '../../client/use-action.ts';
import { FailureCard } from '../../failures/failure-card.tsx';
import { useStrings } from '../../i18n/strings.ts';
import s from './connection-form.module.css';

export interface KeyFormProps {
  connectionId: string;
  /** Replaces the secret of this key; without it a new key is created. */
  replaces?: { id: string; alias: string } | undefined;
  onDone: (keyId: string) => void;
  onCancel: () => void;
}

/** A form for a secret that is never read back: it is in the field until it is sent, and nowhere after that. */
export function KeyForm({ connectionId, replaces, onDone, onCancel }: KeyFormProps) {
  const t = useStrings().gateway;
  const [alias, setAlias] = useState(replaces?.alias ?? '');
  const [isFilled, setFilled] = useState(false);
  const secret = useRef<SecretHandle>(null);
  const put = useAction(client.keys.put);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const status = await put.run({
      ...(replaces ? { id: replaces.id } : {}),
      connectionId,
      alias: alias.trim() || t.firstAlias,
      secret: secret.current?.take().trim() ?? '',
    });
    if (status) onDone(status.id);
    else secret.current?.focus();
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
      <SecretField
        label={replaces ? t.newSecret : t.secret}
        hint={t.secretHint}
        ref={secret}
        onFilledChange={setFilled}
        maxLength={8192}
        autoFocus={replaces !== undefined}
      />
      <div className={s.actions}>
        <Button type="submit" intent="primary" busy={put.busy} disabledReason={isFilled ? undefined : t.needSecret}>
          {replaces ? t.replaceKey : t.saveKey}
        </Button>
        <Button intent="quiet" onClick={onCancel}>
          {t.cancel}
        </Button>
      </div>
      {put.failure && <FailureCard failure={put.failure} note={t.enterAgain} />}
    </form>
  );
}

import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { client } from '../../lib/client/client.ts';
import { queryClient } from '../../lib/client/query.ts';
import { useAction } from '../../lib/client/use-action.ts';
import { FailureCard } from '../../lib/failures/failure-card.tsx';
import { chooseConnection, rememberModel } from '../../lib/gateway/connections/active.ts';
import { checkFields, draftOf, fieldsFrom } from '../../lib/gateway/connections/connection-fields.ts';
import { ConnectionForm } from '../../lib/gateway/connections/connection-form.tsx';
import { refreshModels } from '../../lib/gateway/models/model-list.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { goTo } from '../../lib/navigation/open-panel.ts';
import { announce } from '../../lib/notices/announce.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { SecretField, type SecretHandle } from '../../ui/fields/secret-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import type { Found } from './paste-field.tsx';
import s from './welcome.module.css';

/** What this step saved: a retry updates it instead of creating a second connection or key. */
export interface SavedHere {
  connectionId?: string;
  keyId?: string;
}

export interface ConnectStepProps {
  found: Found;
  saved: SavedHere;
  onSaved: (saved: SavedHere) => void;
  /** Returns the pending key, once; empty for none. */
  takeKey: () => string;
  /** Called when the key is in the vault (or on its way): nothing of it stays in the page. */
  onKeyGone: () => void;
  /** Returns to the previous step with the key from the field, empty for none. */
  onBack: (secret: string) => void;
}

/** The few fields to fill in; saving lists the models, which verifies address and key, and opens the chat. */
export function ConnectStep({ found, saved, onSaved, takeKey, onKeyGone, onBack }: ConnectStepProps) {
  const t = useStrings();
  const [fields, setFields] = useState(() => fieldsFrom(found));
  const [alias, setAlias] = useState('');
  const secret = useRef<SecretHandle>(null);
  const form = useRef<HTMLFormElement>(null);
  /** Focuses what is missing: the address, else the key; with both, the button, so that Enter connects. */
  const fillWaiting = useEffectEvent(() => {
    const waiting = takeKey();
    if (waiting) secret.current?.fill(waiting);
    if (!found.address) form.current?.querySelector<HTMLElement>('[data-place="base-address"]')?.focus();
    else if (!waiting && found.keyLength === null) secret.current?.focus();
    else form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  });
  useEffect(fillWaiting, []);
  const checked = checkFields(fields);

  const connect = useAction(async (given: string) => {
    const connection = await client.connections.save(draftOf(fields, saved.connectionId));
    const connectionId = connection.id;
    onSaved({ ...saved, connectionId });
    if (given) {
      const named = alias.trim() || t.gateway.firstAlias;
      const replaced = saved.keyId === undefined ? {} : { id: saved.keyId };
      const { id: keyId } = await client.keys.put({ ...replaced, connectionId, alias: named, secret: given });
      onSaved({ connectionId, keyId });
    }
    await Promise.all(['connections', 'keys'].map((area) => queryClient.invalidateQueries({ queryKey: [area] })));
    chooseConnection(connectionId);
    if (found.model) rememberModel('chat', connectionId, found.model);
    return refreshModels(connectionId);
  });
  const [listed, setListed] = useState<Awaited<ReturnType<typeof refreshModels>> | null>(null);
  const refusal = listed && listed.models.length === 0 ? (listed.failures[0] ?? null) : null;

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const given = secret.current?.take().trim() ?? '';
    onKeyGone();
    setListed(null);
    const list = await connect.run(given);
    if (!list) return;
    setListed(list);
    if (list.models.length === 0 && list.failures.length > 0) return;
    announce(t.welcome.listed(list.models.length));
    goTo('chat');
  };

  return (
    <form ref={form} className={s.step} autoComplete="off" onSubmit={(event) => void onSubmit(event)}>
      <h1>{t.welcome.connectTitle}</h1>
      <ConnectionForm fields={fields} checked={checked} onChange={setFields} />
      <div className={s.keys}>
        <Field label={t.gateway.keyAlias} layout="row" hint={t.welcome.keyAliasHint}>
          <TextField value={alias} onValueChange={setAlias} maxLength={80} placeholder={t.gateway.firstAlias} />
        </Field>
        <SecretField
          label={t.gateway.secret}
          layout="row"
          hint={saved.keyId ? t.welcome.keyKept : t.gateway.secretHint}
          ref={secret}
        />
      </div>
      <div className={s.actions}>
        <Button intent="quiet" onClick={() => onBack(secret.current?.take() ?? '')}>
          {t.welcome.back}
        </Button>
        <span />
        {saved.connectionId && (
          <Button intent="quiet" onClick={() => goTo('chat')}>
            {t.welcome.openAnyway}
          </Button>
        )}
        <Button
          type="submit"
          intent="primary"
          busy={connect.busy}
          disabledReason={checked.isSavable ? undefined : t.gateway.notSavable}
        >
          {connect.busy ? t.welcome.connecting : t.welcome.connect}
        </Button>
      </div>
      {connect.failure && <FailureCard failure={connect.failure} />}
      {refusal && !connect.busy && <FailureCard failure={refusal} />}
    </form>
  );
}

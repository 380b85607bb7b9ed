import { useState } from 'react';
import { client } from '../../../lib/client/client.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useAction } from '../../../lib/page/use-action.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import s from './curl-dialog.module.css';

/** What becomes of a key that was found in a command. */
export type KeyChoice = { kind: 'asked' | 'dropped' } | { kind: 'saved'; keyId: string; alias: string };

export interface FoundKeyProps {
  secret: string;
  connectionId: string;
  choice: KeyChoice;
  onChoice: (choice: KeyChoice) => void;
  /** Says where the key was found and what it is called, when that is no command. */
  words?: { keyFound: string; keyAliasStart: string };
}

/** A command held a key: it is saved as one of the connection, or left out. It never becomes part of the request. */
export function FoundKey({ secret, connectionId, choice, onChoice, words }: FoundKeyProps) {
  const curl = useStrings().wireDetail.curlDialog;
  const t = { ...curl, ...words };
  const [alias, setAlias] = useState(t.keyAliasStart);
  const put = useAction(client.keys.put);
  if (choice.kind === 'saved') return <Note intent="ok">{t.keySaved(choice.alias)}</Note>;
  if (choice.kind === 'dropped') return <Note>{t.keyDropped}</Note>;
  const save = async () => {
    const status = await put.run({ connectionId, alias: alias.trim() || t.keyAliasStart, secret });
    if (status) onChoice({ kind: 'saved', keyId: status.id, alias: status.alias });
  };
  return (
    <>
      <Note intent="warn">
        <b>{t.keyFound}</b> {t.keyBody}
        <div className={s.key}>
          <Field label={t.keyAlias} hideLabel>
            <TextField value={alias} onValueChange={setAlias} maxLength={80} size="sm" width={180} />
          </Field>
          <Button size="sm" intent="primary" busy={put.busy} onClick={() => void save()}>
            {t.saveKey}
          </Button>
          <Button size="sm" onClick={() => onChoice({ kind: 'dropped' })}>
            {t.dropKey}
          </Button>
        </div>
      </Note>
      {put.failure && <FailureCard failure={put.failure} />}
    </>
  );
}

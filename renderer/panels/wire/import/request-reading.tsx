import { type ReactNode, useState } from 'react';
import { client } from '../../../lib/client/client.ts';
import { useAction } from '../../../lib/client/use-action.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { editRequest } from '../../../lib/navigation/edit-request.ts';
import { goTo } from '../../../lib/navigation/open-panel.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { CurlReading } from './curl-draft.ts';
import s from './import.module.css';

interface ImportDialogProps {
  title: string;
  description: string;
  reading: CurlReading;
  /** The API key found with the request. */
  secret: string | null;
  choice: KeyChoice;
  onChoice: (choice: KeyChoice) => void;
  onClose: () => void;
  /** Strings that name the source of the request when it is not a command. */
  words?: ReadingProps['words'] & FoundKeyProps['words'];
  children: ReactNode;
}

/** Opens an imported request in the editor, once the user decided what happens to its key. Sends nothing. */
export function ImportDialog({ title, description, reading, secret, words, ...props }: ImportDialogProps) {
  const t = useStrings().wireDetail.curlDialog;
  const { choice, onChoice, onClose, children } = props;
  const isDecided = reading.kind === 'draft' && (secret === null || choice.kind !== 'asked');
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={title}
      description={description}
      closeLabel={t.close}
      size="lg"
      footer={
        <>
          <Button intent="quiet" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button intent="primary" disabled={!isDecided} onClick={() => openImported(reading, choice, onClose)}>
            {t.open}
          </Button>
        </>
      }
    >
      <div className={s.column}>
        {children}
        <Reading reading={reading} words={words} />
        {reading.kind === 'draft' && secret !== null && (
          <FoundKey
            secret={secret}
            connectionId={reading.connection.id}
            choice={choice}
            onChoice={onChoice}
            words={words}
          />
        )}
      </div>
    </Dialog>
  );
}

/** Opens a request in the editor of the Request panel. */
export function openImported(reading: CurlReading, choice: KeyChoice, onOpen: () => void): void {
  if (reading.kind !== 'draft') return;
  const draft = choice.kind === 'saved' ? { ...reading.draft, keyId: choice.keyId } : reading.draft;
  onOpen();
  editRequest({ draft, from: null });
}

interface ReadingProps {
  reading: CurlReading;
  /** Strings that name the source of the request when it is not a command. */
  words: { noAddress: string; noConnection: (origin: string) => string } | undefined;
}

/** What a request was understood as, and which parts of it the editor drops. */
function Reading({ reading, words }: ReadingProps) {
  const t = useStrings().wireDetail.curlDialog;
  switch (reading.kind) {
    case 'nothing':
      return null;
    case 'not-curl':
      return <Note intent="warn">{t.notCurl}</Note>;
    case 'no-address':
      return <Note intent="warn">{words?.noAddress ?? t.noAddress}</Note>;
    case 'no-route':
      return <Note intent="warn">{t.noRoute(reading.path)}</Note>;
    case 'no-connection':
      return (
        <Note
          intent="warn"
          action={
            <Button size="sm" onClick={() => goTo('welcome')}>
              {t.addConnection}
            </Button>
          }
        >
          {(words ?? t).noConnection(reading.origin)}
        </Note>
      );
    case 'draft':
      return (
        <>
          <Note intent="ok">{t.found(reading.route.method, reading.route.path, reading.connection.name)}</Note>
          {reading.dropped.length > 0 && (
            <Note intent="odd">
              <b>{t.dropped}</b>
              <ul className={s.dropped}>
                {reading.dropped.map(({ kind, what }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: one option may occur twice
                  <li key={index}>{t.droppedKinds[kind](what)}</li>
                ))}
              </ul>
            </Note>
          )}
        </>
      );
  }
}

/** What happens to a key that was found in a command. */
export type KeyChoice = { kind: 'asked' | 'dropped' } | { kind: 'saved'; keyId: string; alias: string };

interface FoundKeyProps {
  secret: string;
  connectionId: string;
  choice: KeyChoice;
  onChoice: (choice: KeyChoice) => void;
  /** Where the key was found and its suggested name, when the source is not a command. */
  words: { keyFound: string; keyAliasStart: string } | undefined;
}

/**
 * Asks what to do with a key in a command: it is saved as a key of the connection, or dropped. It never becomes part of
 * the request.
 */
function FoundKey({ secret, connectionId, choice, onChoice, words }: FoundKeyProps) {
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
        <b>{t.keyFound}</b>
        <p>{t.keyBody}</p>
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

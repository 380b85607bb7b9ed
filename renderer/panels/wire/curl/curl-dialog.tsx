import { useEffect, useRef, useState } from 'react';
import { isClipboardReadable } from '../../../lib/clipboard-readable.ts';
import { goTo } from '../../../lib/open-panel.ts';
import { useAsk } from '../../../lib/query.ts';
import { useStrings } from '../../../lib/strings.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Note } from '../../../ui/note.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { dropEdit, openEditor, wire } from '../wire-store.ts';
import s from './curl-dialog.module.css';
import { type CurlReading, curlDraft } from './curl-draft.ts';
import { FoundKey, type KeyChoice } from './found-key.tsx';

const close = () => wire.setState({ isPasting: false });

/** Reads a pasted command into a request; nothing is sent by it, and its key goes to the vault or nowhere. */
export function CurlDialog() {
  const t = useStrings().wireDetail.curlDialog;
  const [text, setText] = useState('');
  const [isReadable, setIsReadable] = useState(false);
  useEffect(() => void isClipboardReadable().then(setIsReadable), []);
  const [pasteFailed, setPasteFailed] = useState(false);
  const [key, setKey] = useState<KeyChoice>({ kind: 'asked' });
  const { data: connections } = useAsk('connections', 'list', {});
  const [pastedSecret, setPastedSecret] = useState<string | null>(null);
  const isPaste = useRef(false);
  const reading = curlDraft(text, connections ?? []);
  const secret = reading.kind === 'draft' ? (reading.secret ?? pastedSecret) : null;
  const put = (next: string) => {
    const found = isPaste.current ? curlDraft(next, connections ?? []) : null;
    isPaste.current = false;
    setKey({ kind: 'asked' });
    if (found?.kind === 'draft' && found.secret !== null) {
      // A pasted key is taken off the screen at once.
      setPastedSecret(found.secret);
      setText(next.replaceAll(found.secret, '$PATCHBAY_API_KEY'));
    } else {
      if (!next.includes('$PATCHBAY_API_KEY')) setPastedSecret(null);
      setText(next);
    }
  };
  const paste = async () => {
    try {
      const command = await navigator.clipboard.readText();
      isPaste.current = true;
      put(command);
      setPasteFailed(false);
    } catch {
      setPasteFailed(true);
    }
  };
  const isDecided = reading.kind === 'draft' && (secret === null || key.kind !== 'asked');
  const open = () => {
    if (reading.kind !== 'draft') return;
    const draft = key.kind === 'saved' ? { ...reading.draft, keyId: key.keyId } : reading.draft;
    dropEdit('curl');
    openEditor('curl', { draft, original: draft, from: null });
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && close()}
      title={t.title}
      description={t.body}
      closeLabel={t.close}
      size="lg"
      footer={
        <>
          <Button intent="quiet" onClick={close}>
            {t.cancel}
          </Button>
          <Button intent="primary" disabled={!isDecided} onClick={open}>
            {t.open}
          </Button>
        </>
      }
    >
      <div className={s.column}>
        <Field label={t.label}>
          <TextArea
            value={text}
            onValueChange={put}
            onPaste={() => {
              isPaste.current = true;
            }}
            mono
            minRows={6}
            maxRows={12}
            spellCheck={false}
            placeholder={t.placeholder}
            autoFocus
          />
        </Field>
        {text === '' && isReadable && (
          <span>
            <Button size="sm" onClick={() => void paste()}>
              {t.paste}
            </Button>
          </span>
        )}
        {pasteFailed && <Note intent="warn">{t.pasteFailed}</Note>}
        <Reading reading={reading} />
        {reading.kind === 'draft' && secret !== null && (
          <FoundKey secret={secret} connectionId={reading.connection.id} choice={key} onChoice={setKey} />
        )}
      </div>
    </Dialog>
  );
}

/** What the text was understood as, and what of it the request will not have. */
function Reading({ reading }: { reading: CurlReading }) {
  const t = useStrings().wireDetail.curlDialog;
  switch (reading.kind) {
    case 'nothing':
      return null;
    case 'not-curl':
      return <Note intent="warn">{t.notCurl}</Note>;
    case 'no-address':
      return <Note intent="warn">{t.noAddress}</Note>;
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
          {t.noConnection(reading.origin)}
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
                  // biome-ignore lint/suspicious/noArrayIndexKey: one option may be given twice
                  <li key={index}>{t.droppedKinds[kind](what)}</li>
                ))}
              </ul>
            </Note>
          )}
        </>
      );
  }
}

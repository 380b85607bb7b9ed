import { useEffect, useRef, useState } from 'react';
import { useCall } from '../../../lib/client/query.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { wire } from '../store.ts';
import { curlDraft } from './curl-draft.ts';
import { ImportDialog, type KeyChoice } from './request-reading.tsx';

const close = () => wire.setState({ isPasting: false });

/** Turns a pasted command into a request. Nothing is sent, and its key goes to the vault or nowhere. */
export function CurlDialog() {
  const t = useStrings().wireDetail.curlDialog;
  const [text, setText] = useState('');
  const [isReadable, setIsReadable] = useState(false);
  useEffect(() => void isClipboardReadable().then(setIsReadable), []);
  const [pasteFailed, setPasteFailed] = useState(false);
  const [key, setKey] = useState<KeyChoice>({ kind: 'asked' });
  const { data: connections } = useCall('connections', 'list', {});
  const [pastedSecret, setPastedSecret] = useState<string | null>(null);
  const isPaste = useRef(false);
  const reading = curlDraft(text, connections ?? []);
  const secret = reading.kind === 'draft' ? (reading.secret ?? pastedSecret) : null;
  const put = (next: string) => {
    const found = isPaste.current ? curlDraft(next, connections ?? []) : null;
    isPaste.current = false;
    setKey({ kind: 'asked' });
    if (found?.kind === 'draft' && found.secret !== null) {
      // A pasted key is removed from the screen at once.
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
  return (
    <ImportDialog
      title={t.title}
      description={t.body}
      reading={reading}
      secret={secret}
      choice={key}
      onChoice={setKey}
      onClose={close}
    >
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
    </ImportDialog>
  );
}

/**
 * Returns whether a click may read the clipboard. The desktop app never allows the page to, and a browser may be set to
 * deny it; one that has no such permission (Firefox) asks at the time of reading.
 */
export async function isClipboardReadable({ clipboard, permissions } = navigator): Promise<boolean> {
  if (!clipboard?.readText) return false;
  try {
    const { state } = await permissions.query({ name: 'clipboard-read' as PermissionName });
    return state !== 'denied';
  } catch {
    return true;
  }
}

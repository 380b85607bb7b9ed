import { useState } from 'react';
import { useStrings } from '../../lib/i18n/strings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import s from './settings.module.css';

/** A file of the build, beside the page; a page that is being developed has none. */
async function readNotices(): Promise<string | null> {
  const response = await fetch('./THIRD-PARTY-NOTICES.txt');
  const isText = response.headers.get('content-type')?.startsWith('text/plain');
  return response.ok && isText ? response.text() : null;
}

/** A button that shows the licenses of all bundled software and fonts. */
export function NoticesButton() {
  const t = useStrings().settings.notices;
  const [isOpen, setIsOpen] = useState(false);
  /** `null`: not read yet, or not there. */
  const [text, setText] = useState<string | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const show = async () => {
    setIsOpen(true);
    const found = await readNotices().catch(() => null);
    setText(found);
    setIsMissing(found === null);
  };
  return (
    <>
      <Button onClick={() => void show()}>{t.open}</Button>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={t.open} size="lg" closeLabel={t.close}>
        {isMissing && <Note>{t.missing}</Note>}
        {text !== null && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrollable by keys
          <pre className={s.notices} lang="en" tabIndex={0}>
            {text}
          </pre>
        )}
      </Dialog>
    </>
  );
}

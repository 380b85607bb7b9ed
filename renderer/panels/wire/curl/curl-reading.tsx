import { useStrings } from '../../../lib/i18n/strings.ts';
import { goTo } from '../../../lib/navigation/open-panel.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import s from './curl-dialog.module.css';
import type { CurlReading } from './curl-draft.ts';

interface ReadingProps {
  reading: CurlReading;
  /** Sentences that name where the request came from, when that is no command. */
  words?: { noAddress: string; noConnection: (origin: string) => string };
}

/** What a request was understood as, and what of it the editor will not have. */
export function Reading({ reading, words }: ReadingProps) {
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

import { useState } from 'react';
import { useStrings } from '../../../lib/strings.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { JsonEditor } from '../../../ui/json-editor.tsx';
import { chat } from '../chat.ts';
import { pendingTurns } from '../composer/pending-turns.ts';
import { compose } from '../model/compose.ts';
import type { Conversation } from '../model/conversation.ts';
import { parametersOf } from '../model/parameters.ts';
import { jsonComplaint } from './json-complaint.ts';
import s from './parameters.module.css';

/** The whole body as text: it follows the form until the person takes it over, and then it is sent as typed. */
export function RawBody({ conversation }: { conversation: Conversation }) {
  const words = useStrings().chat;
  const [text, setText] = useState<string | null>(null);
  const typed = conversation.override !== null;
  const complaint = text === null ? null : jsonComplaint(text);
  const put = (override: string | null) => {
    chat().change((before) => ({ ...before, override }));
    setText(null);
  };
  return (
    <div className={s.raw}>
      <Button stretch onClick={() => setText(compose(conversation, pendingTurns(conversation)).text)}>
        {words.parameters.raw}
        <span className={s.rawState}>{typed ? words.parameters.rawOn : words.parameters.rawFollows}</span>
      </Button>
      <Dialog
        open={text !== null}
        onOpenChange={(open) => open || setText(null)}
        title={words.parameters.rawTitle}
        description={words.parameters.rawHint}
        size="lg"
        closeLabel={words.list.cancel}
        footer={
          <>
            {typed && <Button onClick={() => put(null)}>{words.parameters.rawFollow}</Button>}
            <Button intent="primary" disabled={complaint !== null} onClick={() => put(text)}>
              {words.parameters.rawUse}
            </Button>
          </>
        }
      >
        <div className={s.editor}>
          <JsonEditor
            value={text ?? ''}
            onValueChange={setText}
            label={words.parameters.rawLabel}
            fields={parametersOf[conversation.routeId].map(({ name }) => name)}
          />
          {complaint && <p className={s.complaint}>{words.parameters.rawInvalid(complaint)}</p>}
        </div>
      </Dialog>
    </div>
  );
}

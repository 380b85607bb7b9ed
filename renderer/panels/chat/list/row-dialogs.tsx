import { useState } from 'react';
import type { ConversationRow } from '#shared/contract/library.ts';
import { useStrings } from '../../../lib/strings.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { editConversation, removeConversation } from './edit-conversation.ts';
import type { RowQuestion } from './row-acts.ts';

export interface RowDialogsProps {
  /** The conversation that was asked about last; it stays while its dialog closes. */
  row: ConversationRow;
  question: RowQuestion | null;
  onDone: () => void;
}

/** The two questions about a conversation: its new name, and whether it may go. One pair serves the whole list. */
export function RowDialogs({ row, question, onDone }: RowDialogsProps) {
  const words = useStrings().chat.list;
  return (
    <>
      <RenameDialog
        key={row.id}
        open={question === 'rename'}
        title={row.title}
        onDone={(title) => {
          onDone();
          if (title) void editConversation(row.id, { title });
        }}
      />
      <ConfirmDialog
        open={question === 'remove'}
        onOpenChange={(open) => open || onDone()}
        title={words.removeTitle}
        body={words.removeBody(row.title)}
        confirmLabel={words.remove}
        cancelLabel={words.cancel}
        intent="danger"
        onConfirm={() => void removeConversation(row.id)}
      />
    </>
  );
}

function RenameDialog(props: { open: boolean; title: string; onDone: (title: string | null) => void }) {
  const words = useStrings().chat.list;
  const [text, setText] = useState<string | null>(null);
  const done = (title: string | null) => {
    setText(null);
    props.onDone(title?.trim() || null);
  };
  return (
    <Dialog
      open={props.open}
      onOpenChange={(open) => open || done(null)}
      title={words.renameTitle}
      size="sm"
      closeLabel={words.cancel}
      footer={
        <>
          <Button onClick={() => done(null)}>{words.cancel}</Button>
          <Button intent="primary" onClick={() => done(text ?? props.title)}>
            {words.save}
          </Button>
        </>
      }
    >
      <TextField
        value={text ?? props.title}
        onValueChange={setText}
        aria-label={words.name}
        autoFocus
        onKeyDown={({ key }) => {
          if (key === 'Enter') done(text ?? props.title);
        }}
      />
    </Dialog>
  );
}

import type { ConversationRow } from '#shared/contract/library.ts';
import { RenameDialog } from '../../../lib/rename-dialog.tsx';
import { useStrings } from '../../../lib/strings.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
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
        name={row.title}
        words={{ title: words.renameTitle, name: words.name, save: words.save, cancel: words.cancel }}
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

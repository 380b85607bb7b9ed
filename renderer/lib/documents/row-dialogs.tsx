import { ConfirmDialog } from '../../ui/overlays/dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import type { RowQuestionsProps } from './row-questions.tsx';

/** The dialogs of `RowQuestions`. */
export function RowDialogs({ question, name, words, removeBody, onDone, onRename, onRemove }: RowQuestionsProps) {
  return (
    <>
      <RenameDialog
        open={question === 'rename'}
        name={name}
        words={{ title: words.renameTitle, name: words.name, save: words.save, cancel: words.cancel }}
        onDone={(next) => {
          onDone();
          if (next) onRename(next);
        }}
      />
      <ConfirmDialog
        open={question === 'remove'}
        onOpenChange={(open) => open || onDone()}
        title={words.removeTitle}
        body={removeBody}
        confirmLabel={words.remove}
        cancelLabel={words.cancel}
        intent="danger"
        onConfirm={onRemove}
      />
    </>
  );
}

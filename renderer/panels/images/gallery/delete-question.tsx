import { notifyFailure } from '../../../lib/failures/failure-text.tsx';
import { strings, useStrings } from '../../../lib/i18n/strings.ts';
import { toast } from '../../../lib/notices/toasts.ts';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { useForm } from '../form.ts';
import { imageStore } from '../images.ts';
import type { Card } from '../model/card-note.ts';
import { endCompare } from './selection.ts';

interface DeleteQuestionProps {
  ids: readonly string[];
  cards: readonly Card[];
  /** Called after the user confirmed or canceled. */
  onClose: () => void;
}

/** Asks for confirmation before anything is deleted. */
export function DeleteQuestion({ ids, cards, onClose }: DeleteQuestionProps) {
  const t = useStrings().images.deleting;
  const isRunning = cards.some(({ id, state }) => state === 'running' && ids.includes(id));
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.title(ids.length)}
      body={t.body(isRunning)}
      confirmLabel={t.confirm}
      cancelLabel={t.cancel}
      intent="danger"
      onConfirm={() => {
        onClose();
        void deleteCards(ids);
      }}
    />
  );
}

/** Deletes cards with their documents; a toast offers to undo it. */
async function deleteCards(ids: readonly string[]): Promise<void> {
  const t = strings().images.deleting;
  const { shownId } = useForm.getState();
  endCompare();
  if (shownId !== null && ids.includes(shownId)) useForm.setState({ shownId: null });
  try {
    const removed = await imageStore().remove(ids);
    toast({
      title: t.done(removed.length),
      action: { label: t.undo, onSelect: () => void imageStore().restore(removed) },
    });
  } catch (thrown) {
    notifyFailure(thrown);
  }
}

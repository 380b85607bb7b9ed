import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { notifyFailure } from '../../../lib/failures/tell-failure.tsx';
import { strings, useStrings } from '../../../lib/i18n/strings.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useForm } from '../form.ts';
import { imageStore } from '../images.ts';
import type { Card } from '../model/card-note.ts';
import { endCompare } from './selection.ts';

const leaving = createStore<{ ids: readonly string[] }>(() => ({ ids: [] }));

/** Asks before anything is deleted; what was deleted can be brought back for a while. */
export const askToDelete = (ids: readonly string[]): void => leaving.setState({ ids });

/** The question, mounted once by the panel. */
export function DeleteQuestion({ cards }: { cards: readonly Card[] }) {
  const t = useStrings().images.deleting;
  const ids = useStore(leaving, (state) => state.ids);
  const isRunning = cards.some(({ id, state }) => state === 'running' && ids.includes(id));
  return (
    <ConfirmDialog
      open={ids.length > 0}
      onOpenChange={(open) => !open && leaving.setState({ ids: [] })}
      title={t.title(ids.length)}
      body={isRunning ? `${t.body(ids.length)} ${t.running}` : t.body(ids.length)}
      confirmLabel={t.confirm}
      cancelLabel={t.cancel}
      intent="danger"
      onConfirm={() => {
        leaving.setState({ ids: [] });
        void deleteCards(ids);
      }}
    />
  );
}

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

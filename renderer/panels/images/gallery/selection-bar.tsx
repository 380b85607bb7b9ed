import { Download, ImagePlus, Star, Trash2, X } from 'lucide-react';
import { useAction } from '../../../lib/client/use-action.ts';
import { notifyFailure } from '../../../lib/failures/failure-text.tsx';
import { saveFile } from '../../../lib/files/files.ts';
import { strings, useStrings } from '../../../lib/i18n/strings.ts';
import { toast } from '../../../lib/notices/toasts.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { IconButton } from '../../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { endTogether, useForm } from '../form.ts';
import { imageStore } from '../images.ts';
import type { Card } from '../model/card.ts';
import { imagesOf } from '../model/generation.ts';
import s from './gallery.module.css';
import { editImageOf } from './gallery-card.tsx';
import { confirmDelete } from './selection.ts';

interface SelectionBarProps {
  cards: readonly Card[];
  onClear: () => void;
  onStar: () => void;
}

/** Actions on several generations at once. */
export function SelectionBar({ cards, onClear, onStar }: SelectionBarProps) {
  const t = useStrings().images.selection;
  const ids = cards.map(({ id }) => id);
  const drawn = cards.filter(({ imageCount }) => imageCount > 0);
  const save = useAction(saveAll);
  const nothing = drawn.length === 0 ? t.noPictures : undefined;
  const acts = [
    { label: t.edit, glyph: ImagePlus, disabledReason: nothing, onClick: () => void editAll(drawn) },
    { label: t.save, glyph: Download, disabledReason: nothing, busy: save.busy, onClick: () => void save.run(drawn) },
    { label: t.star, glyph: Star, onClick: onStar },
    { label: t.delete, glyph: Trash2, onClick: () => confirmDelete(ids) },
    { label: t.clear, glyph: X, onClick: onClear },
  ];
  return (
    <div className={s.selection} role="toolbar" aria-label={t.title(cards.length)}>
      <span className="num">{t.title(cards.length)}</span>
      {acts.map(({ glyph, ...button }) => (
        <IconButton key={button.label} size="sm" icon={<Icon of={glyph} size="s" />} {...button} />
      ))}
    </div>
  );
}

/** Adds the first image of each generation as an input, in the order of the gallery. */
async function editAll(cards: readonly Card[]): Promise<void> {
  for (const { id } of [...cards].reverse()) await editImageOf(id);
}

/** Saves every image of every selected generation, one after the other. */
async function saveAll(cards: readonly Card[]): Promise<void> {
  for (const { id } of cards) {
    const generation = await imageStore().open(id);
    // Canceling one save dialog cancels the rest.
    for (const { file } of generation ? imagesOf(generation) : []) if (file && (await saveFile(file)) === null) return;
  }
}

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
  endTogether();
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

import { useRef } from 'react';
import { useStore } from 'zustand';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useRequestedOrigin } from '../../lib/navigation/exchange-origin.ts';
import { useWireFocus } from '../../lib/navigation/wire-focus.ts';
import { useShortcut } from '../../lib/page/shortcuts.ts';
import { useLayout } from '../../lib/preferences/layout.ts';
import { lazyModule, useLazyModule } from '../../ui/base/lazy-module.ts';
import { DropZone } from '../../ui/controls/drop-zone.tsx';
import { PromptBar } from './composer/prompt-bar.tsx';
import { useLargestInput } from './composer/use-largest-input.ts';
import { showOnStage, useForm } from './form.ts';
import { DeleteCards } from './gallery/delete-cards.tsx';
import { Gallery } from './gallery/gallery.tsx';
import { comparing, endCompare, endSelection, selection } from './gallery/selection.ts';
import { useCards } from './gallery/use-cards.ts';
import { openGeneration, useGeneration } from './images.ts';
import { usePreviewMask } from './mask/masks.ts';
import { isRunning } from './model/generation.ts';
import { Stage } from './stage/stage.tsx';
import { useImageSpec } from './use-image-order.ts';
import s from './work.module.css';

function leaveCompare(): void {
  endCompare();
  endSelection();
}

const textEditForm = lazyModule(() => import('./composer/text-edit-form.tsx'));

/** The stage with the prompt under it, and the gallery beside them. */
export function ImagesWork() {
  const t = useStrings().images;
  const { routeId, shownId } = useForm();
  const active = useActive();
  const cards = useCards();
  const largest = useLargestInput();
  const isComparing = useStore(comparing, ({ ids }) => ids.length > 0);
  const isSelecting = useStore(selection, ({ ids }) => ids.size > 0);
  const shown = useGeneration(shownId);
  const isPreviewed = useLayout(({ wireOpen }) => wireOpen);
  const order = useImageSpec(usePreviewMask(isPreviewed));
  const prompt = useRef<HTMLDivElement>(null);
  const exchangeId = shown?.calls.findLast((call) => call.exchangeId)?.exchangeId ?? null;
  const form = useLazyModule(textEditForm, routeId === 'edits');
  const runningId = shown && isRunning(shown) ? shown.id : null;
  useWireFocus(order.draft, exchangeId);
  useRequestedOrigin('images', ({ documentId }) => void openGeneration(documentId, active));
  useShortcut({ id: 'images.prompt', keys: '/', title: t.composer.label, group: t.title }, () =>
    prompt.current?.querySelector('textarea')?.focus(),
  );
  useShortcut(
    { id: 'images.desk', keys: 'Escape', title: t.result.back, group: t.title },
    () => (isComparing ? leaveCompare() : showOnStage(null)),
    isComparing || shownId !== null || isSelecting,
  );
  const take = (files: File[]) => {
    if (routeId === 'edits') return;
    useForm.setState({ routeId: 'images.edits' });
    showOnStage(null);
    void import('./composer/take-inputs.ts').then(({ takeInputs }) => takeInputs(files, largest));
  };
  return (
    <div className={s.work}>
      <h1 className="sr-only">{t.title}</h1>
      <DropZone title={t.drop} hint={t.dropHint} onFiles={take} disabled={routeId === 'edits'} className={s.table}>
        <Stage />
        <div ref={prompt} className={s.prompt}>
          {routeId === 'edits' ? (
            form && <form.TextEditForm {...order} runningId={runningId} />
          ) : (
            <PromptBar {...order} runningId={runningId} />
          )}
        </div>
      </DropZone>
      <Gallery cards={cards} />
      <DeleteCards cards={cards ?? []} />
    </div>
  );
}

import { useStore } from 'zustand';
import type { RouteId } from '#shared/protocol/route.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { changedSockets } from '../../lib/gateway/origin/work-origin.ts';
import { PatchBar, type PatchState, patchStates } from '../../lib/gateway/patch/patch-bar.tsx';
import { type ImageRouteId, imageRouteIds } from '../../lib/generation/image-families.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useRequestedOrigin } from '../../lib/navigation/exchange-origin.ts';
import type { PanelView } from '../../lib/navigation/open-panel.ts';
import { useWireFocus } from '../../lib/navigation/wire-focus.ts';
import { useLayout } from '../../lib/preferences/layout.ts';
import { useShortcut } from '../../lib/shortcuts/shortcuts.ts';
import { DropZone } from '../../ui/controls/drop-zone.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { importInputs } from './composer/import-inputs.ts';
import { compareWith, PromptBar } from './composer/prompt-bar.tsx';
import { chooseModels, endTogether, maxTogether, modelsOf, onStage, showOnStage, useForm } from './form.ts';
import { Gallery } from './gallery/gallery.tsx';
import { confirmDelete, endSelection, pendingDelete, selection } from './gallery/selection.ts';
import { DeleteQuestion } from './gallery/selection-bar.tsx';
import { openGeneration, useCards, useGenerations } from './images.ts';
import { usePreviewMask } from './mask/masks.ts';
import { type Generation, isRunning, stateOfAll } from './model/generation.ts';
import { originOf } from './model/image-spec.ts';
import s from './panel.module.css';
import { ImagesParameters } from './parameters.tsx';
import { Stage } from './stage/stage.tsx';
import { useImageSpec, useMaxInputBytes } from './use-image-spec.ts';

/** Generates images, edits them with a mask, and shows all of them in a gallery. */
export const panel: PanelView = { PatchLine: ImagesPatchLine, Work: ImagesWork, Parameters: ImagesParameters };

/** Key, route and model; the cords show the state of the generation on the stage. The mode is the route in one word. */
function ImagesPatchLine() {
  const t = useStrings().images;
  const form = useForm();
  const { routeId, pictureModel } = form;
  const { connection, key } = useActive();
  const shown = useGenerations(onStage(form));
  const [first] = shown;
  const models = modelsOf(form);
  const go = (next: RouteId) => {
    if (next === routeId) return;
    useForm.setState({ routeId: next as ImageRouteId });
    showOnStage(null);
  };
  const selected = { connectionId: connection?.id, keyId: key?.id, routeId, model: pictureModel };
  return (
    <PatchBar
      panel="images"
      routeIds={imageRouteIds}
      routeId={routeId}
      onRouteChange={go}
      model={pictureModel}
      onModelChange={(model) => chooseModels([model])}
      several={pictureModel === '' ? undefined : { ids: models, onIdsChange: chooseModels, most: maxTogether }}
      onCompare={
        routeId === 'images.generations'
          ? (compared) => compareWith([...models, compared].filter(Boolean), connection?.id, key?.id)
          : undefined
      }
      state={patchStateOf(shown)}
      changed={first && shown.length === 1 ? changedSockets(originOf(first.order), selected) : undefined}
      aside={
        <Segmented
          value={routeId}
          onValueChange={go}
          label={t.mode}
          options={imageRouteIds.map((value) => ({ value, label: t.modes[value] }))}
        />
      }
    />
  );
}

/** The state of what is on the stage; of several, that of the best. */
function patchStateOf(shown: readonly Generation[]): PatchState {
  const state = stateOfAll(shown) ?? 'idle';
  if (state !== 'running') return patchStates[state];
  const calls = shown.flatMap((generation) => generation.calls);
  return calls.some(({ pictures, previews }) => pictures.length + previews.length > 0) ? 'streaming' : 'preparing';
}

function closeTogether(): void {
  endTogether();
  endSelection();
}

/** The stage with the prompt below it, and the gallery beside them. */
function ImagesWork() {
  const t = useStrings().images;
  const form = useForm();
  const { shownId } = form;
  const active = useActive();
  const cards = useCards();
  const largest = useMaxInputBytes();
  const isTogether = form.comparedIds.length > 0;
  const isSelecting = useStore(selection, ({ ids }) => ids.size > 0);
  const pendingDeleteIds = useStore(pendingDelete, ({ ids }) => ids);
  const shown = useGenerations(onStage(form));
  const isPreviewed = useLayout(({ wireOpen }) => wireOpen);
  const order = useImageSpec(usePreviewMask(isPreviewed));
  const exchangeId = shown[0]?.calls.findLast((call) => call.exchangeId)?.exchangeId ?? null;
  const runningIds = shown.filter(isRunning).map(({ id }) => id);
  useWireFocus(order.draft, exchangeId);
  useRequestedOrigin('images', ({ documentId }) => void openGeneration(documentId, active));
  useShortcut(
    'images.desk',
    () => (isTogether ? closeTogether() : showOnStage(null)),
    isTogether || shownId !== null || isSelecting,
  );
  const take = (files: File[]) => {
    useForm.setState({ routeId: 'images.edits' });
    showOnStage(null);
    void importInputs(files, largest);
  };
  return (
    <div className={s.work}>
      <h1 className="sr-only">{t.title}</h1>
      <DropZone title={t.drop} hint={t.dropHint} onFiles={take} className={s.table}>
        <Stage />
        <PromptBar {...order} runningIds={runningIds} />
      </DropZone>
      <Gallery cards={cards} />
      {pendingDeleteIds.length > 0 && (
        <DeleteQuestion ids={pendingDeleteIds} cards={cards ?? []} onClose={() => confirmDelete([])} />
      )}
    </div>
  );
}

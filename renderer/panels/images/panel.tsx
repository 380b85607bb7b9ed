import { useStore } from 'zustand';
import type { RouteId } from '#shared/protocol/route.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { changedSockets } from '../../lib/gateway/origin/work-origin.ts';
import { PatchBar, type PatchState } from '../../lib/gateway/patch/patch-bar.tsx';
import { type ImageRouteId, imageRouteIds } from '../../lib/generation/image-families.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useRequestedOrigin } from '../../lib/navigation/exchange-origin.ts';
import type { PanelView } from '../../lib/navigation/open-panel.ts';
import { useWireFocus } from '../../lib/navigation/wire-focus.ts';
import { useLayout } from '../../lib/preferences/layout.ts';
import { useShortcut } from '../../lib/shortcuts/shortcuts.ts';
import { lazyPart } from '../../ui/base/lazy-module.ts';
import { DropZone } from '../../ui/controls/drop-zone.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { PromptBar } from './composer/prompt-bar.tsx';
import {
  chooseModels,
  endCompare,
  maxCompared,
  modelMemory,
  modelOf,
  modelsOf,
  onStage,
  showOnStage,
  useForm,
} from './form.ts';
import { Gallery } from './gallery/gallery.tsx';
import { confirmDelete, endSelection, pendingDelete, selection } from './gallery/selection.ts';
import { openGeneration, useCards, useGenerations } from './images.ts';
import { usePreviewMask } from './mask/masks.ts';
import { type Generation, isRunning, stateOfAll } from './model/generation.ts';
import { originOf } from './model/image-spec.ts';
import s from './panel.module.css';
import { ImagesParameters } from './parameters.tsx';
import { Stage } from './stage/stage.tsx';
import { useImageSpec, useMaxInputBytes } from './use-image-spec.ts';

/**
 * Generates images, edits them with a mask, and shows all of them in a gallery; includes the legacy route for texts.
 */
export const panel: PanelView = { PatchLine: ImagesPatchLine, Work: ImagesWork, Parameters: ImagesParameters };

/** Key, route and model; the cords show the state of the generation on the stage. The mode is the route in one word. */
function ImagesPatchLine() {
  const t = useStrings().images;
  const form = useForm();
  const { routeId } = form;
  const { connection, key } = useActive();
  const shown = useGenerations(onStage(form));
  const [first] = shown;
  const models = modelsOf(form);
  const go = (next: RouteId) => {
    if (next === routeId) return;
    useForm.setState({ routeId: next as ImageRouteId });
    showOnStage(null);
  };
  const name = modelMemory(routeId);
  const selected = { connectionId: connection?.id, keyId: key?.id, routeId, model: modelOf(form) };
  return (
    <PatchBar
      key={name}
      panel={name}
      routeIds={imageRouteIds}
      routeId={routeId}
      onRouteChange={go}
      model={modelOf(form)}
      onModelChange={takeModel}
      several={
        routeId === 'edits' || models[0] === ''
          ? undefined
          : { ids: models, onIdsChange: chooseModels, most: maxCompared }
      }
      onCompare={
        routeId === 'images.generations'
          ? (compared) =>
              void import('./composer/composer-tools.tsx').then(({ compareWith }) =>
                compareWith([...models, compared].filter(Boolean), connection?.id, key?.id),
              )
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

/** Selecting a model may have changed the route just before. */
const takeModel = (model: string) =>
  useForm.getState().routeId === 'edits' ? useForm.setState({ textModel: model }) : chooseModels([model]);

/** The state of what is on the stage; of several, that of the best. */
function patchStateOf(shown: readonly Generation[]): PatchState {
  const state = stateOfAll(shown);
  const calls = shown.flatMap((generation) => generation.calls);
  switch (state) {
    case null:
      return 'idle';
    case 'running':
      return calls.some(({ pictures, previews }) => pictures.length + previews.length > 0) ? 'streaming' : 'preparing';
    case 'done':
    case 'done-with-warnings':
      return 'done';
    case 'failed':
      return 'failed';
    default:
      return 'cut';
  }
}

function closeCompare(): void {
  endCompare();
  endSelection();
}

const DeleteQuestion = lazyPart(async () => (await import('./gallery/selection-bar.tsx')).DeleteQuestion);
const TextEditForm = lazyPart(async () => (await import('./composer/text-edit-form.tsx')).TextEditForm);

/** The stage with the prompt below it, and the gallery beside them. */
function ImagesWork() {
  const t = useStrings().images;
  const form = useForm();
  const { routeId, shownId } = form;
  const active = useActive();
  const cards = useCards();
  const largest = useMaxInputBytes();
  const isComparing = form.comparedIds.length > 0;
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
    () => (isComparing ? closeCompare() : showOnStage(null)),
    isComparing || shownId !== null || isSelecting,
  );
  const take = (files: File[]) => {
    if (routeId === 'edits') return;
    useForm.setState({ routeId: 'images.edits' });
    showOnStage(null);
    void import('./composer/import-inputs.ts').then(({ importInputs: takeInputs }) => takeInputs(files, largest));
  };
  return (
    <div className={s.work}>
      <h1 className="sr-only">{t.title}</h1>
      <DropZone title={t.drop} hint={t.dropHint} onFiles={take} disabled={routeId === 'edits'} className={s.table}>
        <Stage />
        {routeId === 'edits' ? (
          <TextEditForm {...order} runningIds={runningIds} />
        ) : (
          <PromptBar {...order} runningIds={runningIds} />
        )}
      </DropZone>
      <Gallery cards={cards} />
      {pendingDeleteIds.length > 0 && (
        <DeleteQuestion ids={pendingDeleteIds} cards={cards ?? []} onClose={() => confirmDelete([])} />
      )}
    </div>
  );
}

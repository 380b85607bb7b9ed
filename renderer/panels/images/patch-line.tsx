import type { RouteId } from '#shared/protocol/route.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { changedSockets } from '../../lib/gateway/origin/changed-sockets.ts';
import { PatchBar, type PatchState } from '../../lib/gateway/patch/patch-bar.tsx';
import { useStrings } from '../../lib/i18n/strings.ts';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { modelMemory, modelOf, showOnStage, useForm } from './form.ts';
import { useGeneration } from './images.ts';
import { type Generation, stateOf } from './model/generation.ts';
import { type ImageRouteId, imageRouteIds } from './model/image-families.ts';
import { originOf } from './model/image-order.ts';

/** Key, route and model; the cords show how the generation on the stage stands. The mode is the route in a word. */
export function ImagesPatchLine() {
  const t = useStrings().images;
  const form = useForm();
  const { routeId, shownId } = form;
  const { connection, key } = useActive();
  const shown = useGeneration(shownId);
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
      state={shown ? patchStateOf(shown) : 'idle'}
      changed={shown ? changedSockets(originOf(shown.order), selected) : undefined}
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

/** The route may have been changed just before, by whoever offers the model. */
const takeModel = (model: string) =>
  useForm.setState(({ routeId }) => (routeId === 'edits' ? { textModel: model } : { pictureModel: model }));

function patchStateOf(generation: Generation): PatchState {
  switch (stateOf(generation)) {
    case 'running':
      return generation.calls.some(({ pictures, previews }) => pictures.length + previews.length > 0)
        ? 'streaming'
        : 'preparing';
    case 'done':
    case 'done-with-warnings':
      return 'done';
    case 'failed':
      return 'failed';
    default:
      return 'cut';
  }
}

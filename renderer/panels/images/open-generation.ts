import type { Active } from '../../lib/gateway/connections/active.ts';
import { matchOrigin, restoreOrigin } from '../../lib/gateway/origin/work-origin.ts';
import { modelMemory, showOnStage, useForm } from './form.ts';
import { imageStore } from './images.ts';
import { type ImageSpec, originOf } from './model/image-order.ts';

/** Shows a generation, and selects the connection, key, route and model that it was made with. */
export async function openGeneration(id: string, active: Active): Promise<void> {
  showOnStage(id);
  const generation = await imageStore().open(id);
  if (generation && useForm.getState().shownId === id) restorePlace(generation.order, active);
}

/** Leaves everything as it is where the connection or key was deleted, or while the lists of them load. */
export function restorePlace(order: ImageSpec, active: Active): void {
  if (['same', 'other-connection', 'other-key'].includes(matchOrigin(order, active))) switchBack(order);
}

/** Selects the place of a request, and puts its route and model on the desk. */
export function switchBack(order: ImageSpec): void {
  const { routeId, model } = order;
  useForm.setState({ routeId, ...(routeId === 'edits' ? { textModel: model } : { pictureModel: model }) });
  restoreOrigin(modelMemory(routeId), originOf(order));
}

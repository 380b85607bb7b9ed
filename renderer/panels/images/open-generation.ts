import type { Active } from '../../lib/active.ts';
import { matchOrigin, restoreOrigin } from '../../lib/origin/work-origin.ts';
import { modelMemory, showOnStage, useDesk } from './desk.ts';
import { type ImageOrder, originOf } from './model/image-order.ts';
import { studio } from './open-studio.ts';

/** Shows a generation, and selects the connection, key, route and model that it was made with. */
export async function openGeneration(id: string, active: Active): Promise<void> {
  showOnStage(id);
  const generation = await studio().open(id);
  if (generation && useDesk.getState().shownId === id) restorePlace(generation.order, active);
}

/** Where the connection and key are selected already, route and model of the desk are left as they are. */
export function restorePlace(order: ImageOrder, active: Active): void {
  const match = matchOrigin(order, active);
  if (match !== 'other-connection' && match !== 'other-key') return;
  switchBack(order);
}

/** Selects the place of a request, and puts its route and model on the desk. */
export function switchBack(order: ImageOrder): void {
  const { routeId, model } = order;
  useDesk.setState({ routeId, ...(routeId === 'edits' ? { textModel: model } : { pictureModel: model }) });
  restoreOrigin(modelMemory(routeId), originOf(order));
}

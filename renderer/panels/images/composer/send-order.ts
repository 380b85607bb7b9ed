import { showOnStage, useDesk } from '../desk.ts';
import { maskFor } from '../mask/used-mask.ts';
import type { Generation } from '../model/generation.ts';
import type { ImageOrder } from '../model/image-order.ts';
import { studio } from '../open-studio.ts';

/**
 * Sends what stands on the desk: the mask is drawn into a file first. The stage shows what comes.
 *
 * @throws AppError when the mask can not be drawn or kept; nothing was sent then.
 */
export async function sendOrder(order: ImageOrder, parent: Generation['parent'], isMasked: boolean): Promise<void> {
  const mask = isMasked ? await maskFor(order.inputs[0]) : null;
  const id = studio().start({ ...order, mask }, parent);
  useDesk.setState({ galleryFilter: 'all' });
  showOnStage(id);
}

/** Sends a request once more, as it was or with a change. */
export function sendAgain({ order, parent }: Generation, change: Partial<ImageOrder> = {}): void {
  showOnStage(studio().start({ ...order, ...change }, parent));
}

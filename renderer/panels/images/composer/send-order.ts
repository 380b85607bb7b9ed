import { promptTexts, putBack, showOnStage, useDesk, writeInstead } from '../form.ts';
import { studio } from '../images.ts';
import { maskFor } from '../mask/used-mask.ts';
import type { Generation } from '../model/generation.ts';
import type { ImageOrder } from '../model/image-order.ts';
import type { Studio } from '../store.ts';

/**
 * Sends what is on the desk: the mask is drawn into a file first. The stage shows what comes. The prompt leaves the box at
 * once, so that a second Enter orders nothing, and is back when nothing was sent.
 *
 * @throws AppError when the mask can not be drawn or kept; nothing was sent then.
 */
export async function sendOrder(
  order: ImageOrder,
  parent: Generation['parent'],
  isMasked: boolean,
  start: Studio['start'] = studio().start,
): Promise<void> {
  if (promptTexts(useDesk.getState()).text.trim() === '') return;
  writeInstead('');
  try {
    const mask = isMasked ? await maskFor(order.inputs[0]) : null;
    const id = start({ ...order, mask }, parent);
    useDesk.setState({ galleryFilter: 'all' });
    showOnStage(id);
  } catch (thrown) {
    if (promptTexts(useDesk.getState()).text === '') putBack();
    throw thrown;
  }
}

/** Sends a request once more, as it was or with a change. */
export function sendAgain({ order, parent }: Generation, change: Partial<ImageOrder> = {}): void {
  showOnStage(studio().start({ ...order, ...change }, parent));
}

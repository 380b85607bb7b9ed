import { promptTexts, putBack, showOnStage, useForm, writeInstead } from '../form.ts';
import { imageStore } from '../images.ts';
import { maskFor } from '../mask/masks.ts';
import type { Generation } from '../model/generation.ts';
import type { ImageSpec } from '../model/image-order.ts';
import type { ImageStore } from '../store.ts';

/**
 * Sends what is on the desk: the mask is drawn into a file first. The stage shows what comes. The prompt leaves the box at
 * once, so that a second Enter orders nothing, and is back when nothing was sent.
 *
 * @throws AppError when the mask can not be drawn or kept; nothing was sent then.
 */
export async function sendRequest(
  spec: ImageSpec,
  parent: Generation['parent'],
  isMasked: boolean,
  start: ImageStore['start'] = imageStore().start,
): Promise<void> {
  if (promptTexts(useForm.getState()).text.trim() === '') return;
  writeInstead('');
  try {
    const mask = isMasked ? await maskFor(spec.inputs[0]) : null;
    const id = start({ ...spec, mask }, parent);
    useForm.setState({ galleryFilter: 'all' });
    showOnStage(id);
  } catch (thrown) {
    if (promptTexts(useForm.getState()).text === '') putBack();
    throw thrown;
  }
}

/** Sends a request once more, as it was or with a change. */
export function sendAgain({ order: spec, parent }: Generation, change: Partial<ImageSpec> = {}): void {
  showOnStage(imageStore().start({ ...spec, ...change }, parent));
}

import type { KeptDocument } from '../../lib/documents/autosave.ts';
import { noteOf } from './model/card-note.ts';
import { type Generation, picturesOf, titleOf } from './model/generation.ts';

/** The document of a generation. What it can be found by stands in its passages. */
export function rowOf(generation: Generation, starred: boolean): KeptDocument {
  const { id, order } = generation;
  const revised = picturesOf(generation).flatMap(({ revisedPrompt }) => revisedPrompt ?? []);
  const texts = generation.calls.flatMap((call) => call.texts);
  return {
    id,
    panel: 'images',
    title: titleOf(generation),
    starred,
    model: order.model || null,
    note: noteOf(generation),
    content: JSON.stringify(generation),
    passages: [order.prompt, order.input, ...revised, ...texts]
      .filter((text) => text.trim() !== '')
      .map((text, index) => ({ messageId: String(index), text })),
  };
}

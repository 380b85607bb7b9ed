import type { SavedDocument } from '../../lib/documents/autosave.ts';
import { noteOf } from './model/card-note.ts';
import { type Generation, imagesOf, titleOf } from './model/generation.ts';

/** The document of a generation. What it can be found by stands in its passages. */
export function rowOf(generation: Generation, starred: boolean): SavedDocument {
  const { id, order } = generation;
  const revised = imagesOf(generation).flatMap(({ revisedPrompt }) => revisedPrompt ?? []);
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

import type { FileRef } from '#shared/protocol/part.ts';
import { studio } from '../images.ts';
import { picturesOf } from '../model/generation.ts';

/** The file of a card's first image; `null` when it was not stored. */
export async function firstPicture(generationId: string): Promise<FileRef | null> {
  const generation = await studio().open(generationId);
  return generation ? (picturesOf(generation)[0]?.file ?? null) : null;
}

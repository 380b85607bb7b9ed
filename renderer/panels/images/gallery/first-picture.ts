import type { FileRef } from '#shared/protocol/part.ts';
import { imageStore } from '../images.ts';
import { imagesOf } from '../model/generation.ts';

/** The file of a card's first image; `null` when it was not stored. */
export async function firstImage(generationId: string): Promise<FileRef | null> {
  const generation = await imageStore().open(generationId);
  return generation ? (imagesOf(generation)[0]?.file ?? null) : null;
}

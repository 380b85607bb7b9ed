import type { FileRef } from '#shared/protocol/part.ts';
import { addressOf } from '../files/file-address.ts';

/** Maximum size of audio read back from the store, in bytes: the browser keeps it on disk, but not without limit. */
const maxBytes = 600_000_000;

/** Returns a stored audio file as a blob. Rejects when it is missing or too large. */
export async function audioBlob({ id, sizeBytes, type }: FileRef): Promise<Blob> {
  if (sizeBytes > maxBytes) throw new Error('the sound is too large to be worked on here');
  const response = await fetch(await addressOf(id));
  if (!response.ok) throw new Error('the sound is not there any more');
  const blob = await response.blob();
  return blob.type === type ? blob : new Blob([blob], { type });
}

import type { FileRef } from '#shared/protocol/part.ts';
import { addressOf } from '../files/file-address.ts';

/** Largest sound that is taken back out of the store, in bytes: the browser keeps it on disk, but not without end. */
const mostBytes = 600_000_000;

/** A stored sound as a blob. Rejects when it is gone or too large. */
export async function audioBlob({ id, sizeBytes, type }: FileRef): Promise<Blob> {
  if (sizeBytes > mostBytes) throw new Error('the sound is too large to be worked on here');
  const response = await fetch(await addressOf(id));
  if (!response.ok) throw new Error('the sound is not there any more');
  const blob = await response.blob();
  return blob.type === type ? blob : new Blob([blob], { type });
}

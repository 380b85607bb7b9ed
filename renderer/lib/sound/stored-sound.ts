import type { FileRef } from '#shared/routes/part.ts';
import { client } from '../client.ts';

/** Links hold for ten minutes; they are made anew before that. */
const freshMs = 8 * 60_000;
const links = new Map<string, { address: Promise<string>; at: number }>();

/** An address of a stored sound that the page can play and read for a while. */
export function soundAddress(fileId: string): Promise<string> {
  const known = links.get(fileId);
  if (known && Date.now() - known.at < freshMs) return known.address;
  const address = client.files.link({ id: fileId });
  links.set(fileId, { address, at: Date.now() });
  address.catch(() => links.delete(fileId));
  return address;
}

/** Largest sound that is taken back out of the store, in bytes: the browser keeps it on disk, but not without end. */
const mostBytes = 600_000_000;

/** A stored sound as a blob. Rejects when it is gone or too large. */
export async function soundBlob({ id, sizeBytes, type }: FileRef): Promise<Blob> {
  if (sizeBytes > mostBytes) throw new Error('the sound is too large to be worked on here');
  const response = await fetch(await soundAddress(id));
  if (!response.ok) throw new Error('the sound is not there any more');
  const blob = await response.blob();
  return blob.type === type ? blob : new Blob([blob], { type });
}

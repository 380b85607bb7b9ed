import type { FileRef } from '#shared/protocol/part.ts';
import { addressOf } from '../files/file-address.ts';
import { admitFile } from '../files/files.ts';
import { readWavFile, wrapPcm } from './wav.ts';

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

/** Returns true for the media types of samples without a header. */
export const isRaw = (mediaType: string): boolean => /audio\/(?:x-)?(?:pcm|l16|raw)|octet-stream/i.test(mediaType);

/** Adds a header to raw samples, for the player and for transcription; the saved file has none. */
export async function wrapRaw(bytes: Blob, rate: number, name: string): Promise<{ ref: FileRef; blob: Blob }> {
  // Earlier versions stored raw responses with a header.
  const old = await readWavFile(bytes);
  const blob = wrapPcm(old ? bytes.slice(old.dataAt) : bytes, rate);
  const file = new File([blob], name.replace(/(?:\.\w+)?$/, '.wav'), { type: 'audio/wav' });
  return { ref: await admitFile(file), blob };
}

import type { FileRef } from '#shared/protocol/part.ts';
import { admitFile } from '../../../lib/files/files.ts';
import { readWavFile, wrapPcm } from '../../../lib/media/wav.ts';

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

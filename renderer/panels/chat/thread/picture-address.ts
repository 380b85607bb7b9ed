import { bytesOf } from '../../../lib/wire/body-modes.ts';

/** Addresses by base64 and by file id. They live as long as the page: the pictures are on it or come back to it. */
const made = new Map<string, string>();
const ofFiles = new Map<string, string>();

/** A blob address for base64 bytes, made once per picture: the page's policy allows blobs and no data addresses. */
export function pictureAddress({ base64, mediaType }: { base64: string; mediaType: string }): string {
  const known = made.get(base64);
  if (known) return known;
  const address = URL.createObjectURL(new Blob([bytesOf(base64)], { type: mediaType }));
  made.set(base64, address);
  return address;
}

/** What was shown before it became a file need not be fetched back: the picture would blink. */
export const rememberPicture = (fileId: string, address: string): void => void ofFiles.set(fileId, address);

export const knownAddress = (fileId: string): string | null => ofFiles.get(fileId) ?? null;

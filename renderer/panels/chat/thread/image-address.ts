import { bytesOf } from '../../../lib/inspector/body/body-modes.ts';

/** They live as long as the page: the pictures are on it or come back to it. */
const made = new Map<string, string>();

/** A blob address for base64 bytes, made once per picture: the page's policy allows blobs and no data addresses. */
export function imageAddress({ base64, mediaType }: { base64: string; mediaType: string }): string {
  const known = made.get(base64);
  if (known) return known;
  const address = URL.createObjectURL(new Blob([bytesOf(base64)], { type: mediaType }));
  made.set(base64, address);
  return address;
}

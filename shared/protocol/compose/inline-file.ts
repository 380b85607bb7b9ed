import type { Attachment, Base64Of, PromptImage } from './material.ts';

/** A file whose base64 replaces `token` in the body. */
export interface InlineFile {
  token: string;
  fileId: string;
  name: string;
  /** Size of the file itself, not of its base64. */
  sizeBytes: number;
}

/**
 * Returns the placeholder for a file's base64; the core inserts the bytes while it sends. File ids are random, so typed
 * text never contains one by accident.
 */
export const fileToken = (fileId: string): string => `patchbay-file:${fileId}`;

export const inlineFile = ({ file: { id, name, sizeBytes } }: Attachment): InlineFile => ({
  token: fileToken(id),
  fileId: id,
  name,
  sizeBytes,
});

/** Returns the URL of an image of a reply: a data URL where its bytes are known. */
export const imageUrl = ({ mediaType, file, base64, url }: PromptImage, base64Of: Base64Of): string =>
  file || base64 ? `data:${mediaType};base64,${file ? base64Of({ file, text: null }) : base64}` : (url ?? '');

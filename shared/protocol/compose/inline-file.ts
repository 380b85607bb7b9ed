import type { Attachment } from './material.ts';

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

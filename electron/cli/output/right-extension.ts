import path from 'node:path';
import type { FileRef } from '#shared/protocol/part.ts';

/** Extensions of media, those of one format together; the first names it. */
const formats: readonly (readonly string[])[] = [
  ['png'],
  ['jpg', 'jpeg'],
  ['webp'],
  ['gif'],
  ['svg'],
  ['avif'],
  ['bmp'],
  ['mp3'],
  ['wav'],
  ['flac'],
  ['ogg', 'oga', 'opus'],
  ['aac'],
  ['m4a', 'mp4'],
  ['weba', 'webm'],
  ['pcm', 'raw'],
  ['mov'],
];

const formatOf = (name: string) => {
  const extension = path.extname(name).slice(1).toLowerCase();
  return formats.find((extensions) => extensions.includes(extension));
};

/**
 * Returns the name with the extension of what the file contains; `null` when it has it, or names no format of media.
 *
 * @param ref its name has the extension that its bytes have.
 */
export function rightExtension(name: string, ref: Pick<FileRef, 'name'>): string | null {
  const [asked, found] = [formatOf(name), formatOf(ref.name)];
  if (!asked || !found || asked === found) return null;
  return `${name.slice(0, -path.extname(name).length)}.${found[0]}`;
}

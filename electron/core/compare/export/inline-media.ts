import type { CompareCell } from '#shared/contract/compare.ts';
import { formatSize } from '#shared/format.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { markup } from '../../export/markup.ts';
import type { FileStore } from '../../files/file-store.ts';
import { readWhole } from '../../files/read-imported.ts';

/** Bytes of images and audio that one page contains; what does not fit is named. Mail servers accept about 25 MB. */
const mostBytes = 16_000_000;

/** Images and audio as the page contains them, by file id; absent for a file that did not fit or is gone. */
export type InlineMedia = ReadonlyMap<string, string>;

/** Types that a browser shows or plays, and that cannot contain code. */
const shown = /^(?:image\/(?:png|jpeg|webp|gif|avif)|audio\/[\w.+-]+)$/;

/** Reads the images and audio of the cells as data URLs, in order, up to a limit for all of them. */
export async function inlineMedia(cells: readonly CompareCell[], files: Pick<FileStore, 'open'>): Promise<InlineMedia> {
  const media = new Map<string, string>();
  let left = mostBytes;
  for (const { id, type } of cells.flatMap((cell) => cell.files)) {
    const plain = type.split(';', 1)[0]?.trim() ?? '';
    if (media.has(id) || !shown.test(plain)) continue;
    const file = await files.open(id);
    if (!file || file.sizeBytes > left) continue;
    media.set(id, `data:${plain};base64,${(await readWhole(file)).toString('base64')}`);
    left -= file.sizeBytes;
  }
  return media;
}

/** Returns a file as HTML: the image, a player, or its name and why it is not shown. */
export function mediaHtml({ id, name, type, sizeBytes }: FileRef, media: InlineMedia): string {
  const url = media.get(id);
  const caption = `${name}, ${formatSize(sizeBytes)}`;
  if (url === undefined)
    return `<p class="quiet">${markup(`${caption}: not in this page, which contains at most ${formatSize(mostBytes)} of files.`)}</p>`;
  const shownAs = type.startsWith('image/')
    ? `<img src="${url}" alt="${markup(name)}">`
    : `<audio controls src="${url}"></audio>`;
  return `<figure>${shownAs}<figcaption class="quiet">${markup(caption)}</figcaption></figure>`;
}

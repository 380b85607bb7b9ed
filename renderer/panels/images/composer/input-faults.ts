import { looksLikePage, readStart } from '../../../lib/files/file-start.ts';
import { foreignFormat, headBytes, type ImageHead, isWholeImage, readImageHead } from '../model/image-head.ts';

/** What is known of a file before it is taken in; at most its first bytes were read. */
export type InputLook =
  | { kind: 'fine'; head: ImageHead }
  /** It is no use as an input, whatever is done with it. */
  | { kind: 'refused'; reason: 'folder' | 'empty' | 'page' | 'not-picture' }
  /** It is a picture of a format that is not supported. */
  | { kind: 'foreign'; format: string }
  /**
   * It is a picture, and gateways refuse it as it is; `canRemake` when a smaller or other copy can be made of it.
   * `incomplete`: the file ends before the picture does; `damaged`: it can not be decoded.
   */
  | { kind: 'unfit'; reason: UnfitReason; head: ImageHead; canRemake: boolean };

export type UnfitReason = 'too-large' | 'format' | 'too-many-pixels' | 'incomplete' | 'damaged';

/** Kinds that edit routes take. */
const taken = new Set(['image/png', 'image/jpeg', 'image/webp']);

/** Decoding takes four bytes a pixel; beyond these a picture is not decoded in the page. */
export const mostDecodedPixels = 50_000_000;
export const mostDecodedBytes = 100_000_000;

const decodesHere = (file: File): Promise<boolean> =>
  createImageBitmap(file).then(
    (bitmap) => {
      bitmap.close();
      return true;
    },
    () => false,
  );

/**
 * Looks at a file that was dropped, pasted or chosen. Never rejects.
 *
 * @param decodes whether the browser can decode it; by hand in tests.
 */
export async function lookAtInput(
  file: File,
  largestInput: number,
  decodes: (file: File) => Promise<boolean> = decodesHere,
): Promise<InputLook> {
  const start = await readStart(file, headBytes);
  if (start === 'folder') return { kind: 'refused', reason: 'folder' };
  if (start === 'empty')
    return { kind: 'refused', reason: file.type === '' && !file.name.includes('.') ? 'folder' : 'empty' };
  if (looksLikePage(start)) return { kind: 'refused', reason: 'page' };
  const head = readImageHead(start);
  if (head === null) {
    const format = foreignFormat(start);
    return format === null ? { kind: 'refused', reason: 'not-picture' } : { kind: 'foreign', format };
  }
  const pixels = (head.width ?? 0) * (head.height ?? 0);
  const canRemake = file.size <= mostDecodedBytes && pixels <= mostDecodedPixels;
  const fault = canRemake ? await faultOf(file, head, decodes) : null;
  if (fault) return { kind: 'unfit', reason: fault, head, canRemake: false };
  if (file.size > largestInput) return { kind: 'unfit', reason: 'too-large', head, canRemake };
  if (!taken.has(head.type)) return { kind: 'unfit', reason: 'format', head, canRemake };
  if (pixels > mostDecodedPixels) return { kind: 'unfit', reason: 'too-many-pixels', head, canRemake: false };
  return { kind: 'fine', head };
}

/** What is wrong with the file itself. */
async function faultOf(
  file: File,
  head: ImageHead,
  decodes: (file: File) => Promise<boolean>,
): Promise<'incomplete' | 'damaged' | null> {
  const isWhole = isWholeImage(new Uint8Array(await file.arrayBuffer()), head);
  return isWhole ? ((await decodes(file)) ? null : 'damaged') : 'incomplete';
}

const endings: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
};

/**
 * The file under a name whose ending says what it is: new-api tells the media type of a part by the ending alone. The
 * very same file where its name is right already, so that one on the disk is still admitted by its place.
 */
export function wellNamed(file: File, { type }: ImageHead): File {
  const [best, ...others] = endings[type] ?? [];
  const ending = /\.([\w-]+)$/.exec(file.name)?.[1]?.toLowerCase();
  if (best === undefined || (ending !== undefined && [best, ...others].includes(ending) && file.type === type))
    return file;
  const stem = file.name.replace(/\.[\w-]+$/, '') || 'picture';
  return new File([file], `${stem}.${best}`, { type });
}

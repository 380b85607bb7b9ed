import { createStore } from 'zustand/vanilla';
import { foreignFormat, headBytes, type ImageHead, isWholeImage, readImageHead } from '#shared/media/image-head.ts';
import { AppError } from '#shared/protocol/failure.ts';
import { looksLikePage, readStart } from '../../../lib/files/admit-checked.ts';
import { admitFile } from '../../../lib/files/files.ts';
import { createUploads } from '../../../lib/files/uploads.ts';
import { addInputs, showOnStage, useForm } from '../form.ts';
import { convertInput, maxDecodedBytes, maxDecodedPixels, nameStem } from '../image-files/read-image.ts';

/** The most images that any edit route takes. */
export const maxInputs = 16;

/** A file that was rejected, or only rejected in its current form. */
export interface HeldInput {
  id: string;
  file: File;
  inspection: Exclude<InputInspection, { kind: 'fine' }> | { kind: 'failed'; message: string } | { kind: 'too-many' };
  busy: boolean;
  /** Maximum size in bytes. */
  largest: number;
}

/** Uploads of images to the file store; each finished one moves to the form. */
export const inputUploads = createUploads(admitFile);

/** Files waiting for a decision, and the number still being imported. */
export const intake = createStore<{ held: readonly HeldInput[]; arriving: number }>(() => ({ held: [], arriving: 0 }));

const holdBack = (file: File, largest: number, inspection: HeldInput['inspection']) =>
  intake.setState(({ held }) => ({
    held: [...held, { id: crypto.randomUUID(), file, inspection, busy: false, largest }],
  }));

export const dismissHeld = (id: string): void =>
  intake.setState(({ held }) => ({ held: held.filter((one) => one.id !== id) }));

/**
 * Imports files as inputs, each up to `largest` bytes. Files that are not images, or that services do not take, are
 * held back with a reason.
 */
export async function importInputs(files: readonly File[], largest: number): Promise<void> {
  for (const { id, failure } of inputUploads.store.getState().uploads) if (failure) inputUploads.remove(id);
  intake.setState(({ arriving }) => ({ held: [], arriving: arriving + files.length }));
  for (const file of files) {
    try {
      const inspection = await inspectInput(file, largest);
      if (useForm.getState().inputs.length >= maxInputs) holdBack(file, largest, { kind: 'too-many' });
      else if (inspection.kind === 'fine') await admit(withExtension(file, inspection.head), inspection.head);
      else holdBack(file, largest, inspection);
    } catch (thrown) {
      holdBack(file, largest, { kind: 'failed', message: AppError.from(thrown).message });
    } finally {
      intake.setState(({ arriving }) => ({ arriving: arriving - 1 }));
    }
  }
}

async function admit(file: File, { width, height }: { width: number | null; height: number | null }): Promise<void> {
  const [upload] = await inputUploads.add([file]);
  // A failed upload stays in the list with its failure.
  if (!upload?.file) return;
  inputUploads.remove(upload.id);
  addInputs([{ file: upload.file, width, height }], maxInputs);
  // A new image is there to be painted on, so show the form whatever was on the stage.
  showOnStage(null);
}

/** Imports a held file anyway: unchanged, or as a copy that services take. */
export async function importHeld(id: string, how: 'as-it-is' | 'converted'): Promise<void> {
  const one = intake.getState().held.find((held) => held.id === id);
  if (!one) return;
  const { file, inspection, largest } = one;
  const busy = (is: boolean) =>
    intake.setState(({ held }) => ({ held: held.map((other) => (other.id === id ? { ...other, busy: is } : other)) }));
  busy(true);
  try {
    if (how === 'as-it-is' && inspection.kind === 'unfit')
      await admit(withExtension(file, inspection.head), inspection.head);
    else {
      const converted = await convertInput(file, largest);
      await admit(converted.file, converted);
    }
    dismissHeld(id);
  } catch (thrown) {
    dismissHeld(id);
    holdBack(file, largest, { kind: 'failed', message: AppError.from(thrown).message });
  }
}

/** What is known of a file before it is imported, from its first bytes and a check that it is intact. */
type InputInspection =
  | { kind: 'fine'; head: ImageHead }
  /** It cannot be used as an input in any form. */
  | { kind: 'refused'; reason: 'folder' | 'empty' | 'page' | 'not-picture' }
  /** It is an image of a format that gateways do not take; `canConvert` where this browser decodes it. */
  | { kind: 'foreign'; format: string; canConvert: boolean }
  /**
   * It is an image that gateways refuse in its current form; `canConvert` when a smaller or converted copy can be made.
   * `incomplete`: the file ends before the image does; `damaged`: it cannot be decoded.
   */
  | { kind: 'unfit'; reason: UnfitReason; head: ImageHead; canConvert: boolean };

export type UnfitReason = 'too-large' | 'format' | 'too-many-pixels' | 'incomplete' | 'damaged';

/** Types that edit routes take. */
const acceptedTypes = new Set(['image/png', 'image/jpeg', 'image/webp']);

const decodesHere = (file: File): Promise<boolean> =>
  createImageBitmap(file).then(
    (bitmap) => {
      bitmap.close();
      return true;
    },
    () => false,
  );

/**
 * Inspects a file that was dropped, pasted or selected. Never rejects.
 *
 * @param decodes whether the browser can decode it; replaced in tests.
 */
export async function inspectInput(
  file: File,
  maxInputBytes: number,
  decodes: (file: File) => Promise<boolean> = decodesHere,
): Promise<InputInspection> {
  const start = await readStart(file, headBytes);
  if (start === 'folder') return { kind: 'refused', reason: 'folder' };
  if (start === 'empty')
    return { kind: 'refused', reason: file.type === '' && !file.name.includes('.') ? 'folder' : 'empty' };
  if (looksLikePage(start)) return { kind: 'refused', reason: 'page' };
  const head = readImageHead(start);
  if (head === null) {
    const format = foreignFormat(start);
    if (format === null) return { kind: 'refused', reason: 'not-picture' };
    return { kind: 'foreign', format, canConvert: file.size <= maxDecodedBytes && (await decodes(file)) };
  }
  const pixels = (head.width ?? 0) * (head.height ?? 0);
  const canConvert = file.size <= maxDecodedBytes && pixels <= maxDecodedPixels;
  const fault = canConvert ? await faultOf(file, head, decodes) : null;
  if (fault) return { kind: 'unfit', reason: fault, head, canConvert: false };
  if (file.size > maxInputBytes) return { kind: 'unfit', reason: 'too-large', head, canConvert };
  if (!acceptedTypes.has(head.type)) return { kind: 'unfit', reason: 'format', head, canConvert };
  if (pixels > maxDecodedPixels) return { kind: 'unfit', reason: 'too-many-pixels', head, canConvert: false };
  return { kind: 'fine', head };
}

/** Returns what is wrong with the content of the file. */
async function faultOf(
  file: File,
  head: ImageHead,
  decodes: (file: File) => Promise<boolean>,
): Promise<'incomplete' | 'damaged' | null> {
  const isWhole = isWholeImage(new Uint8Array(await file.arrayBuffer()), head);
  return isWhole ? ((await decodes(file)) ? null : 'damaged') : 'incomplete';
}

const extensions: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
};

/**
 * Returns the file with the extension of its type: new-api derives the media type of a part from the extension alone.
 * Returns the same object if the name is already right, so that a file on disk is still imported by its path.
 */
export function withExtension(file: File, { type }: ImageHead): File {
  const [best, ...others] = extensions[type] ?? [];
  const extension = /\.([\w-]+)$/.exec(file.name)?.[1]?.toLowerCase();
  if (best === undefined || (extension !== undefined && [best, ...others].includes(extension) && file.type === type))
    return file;
  return new File([file], `${nameStem(file.name) || 'picture'}.${best}`, { type });
}

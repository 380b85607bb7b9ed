import { AppError } from '#shared/protocol/failure.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { failureText } from '../failures/failures.ts';
import { strings } from '../i18n/strings.ts';
import { admitFile, type UploadOptions } from './files.ts';

/** Bytes of a file that are enough to recognize a web page. */
export const pageBytes = 512;

/**
 * Reads the first bytes of a file that the user dropped, pasted or selected, or returns why it has none. Never rejects.
 */
export async function readStart(file: File, bytes: number): Promise<Uint8Array | 'folder' | 'empty'> {
  let start: Uint8Array;
  try {
    start = new Uint8Array(await file.slice(0, bytes).arrayBuffer());
  } catch {
    // A folder that was dropped looks like a file until it is read.
    return 'folder';
  }
  return start.length > 0 ? start : 'empty';
}

/**
 * Returns whether this is the start of a web page, which gateways and sign-in walls return in place of an image or
 * another file.
 */
export const looksLikePage = (bytes: Uint8Array): boolean =>
  /^\s*(?:<!doctype html|<html|<head|<body|<\?xml[^>]*>\s*<html)/i.test(
    new TextDecoder('latin1').decode(bytes.subarray(0, pageBytes)),
  );

const textName =
  /\.(md|txt|csv|json|jsonl|ya?ml|toml|xml|log|tsx?|jsx?|py|go|rs|java|c|h|cpp|cs|rb|php|sh|sql|css|html)$/i;
export const isText = ({ type, name }: File): boolean => type.startsWith('text/') || textName.test(name);

/**
 * Uploads a file to the core, like `admitFile`. Rejects with `bad-input` for what would mean nothing to a model: an
 * empty file, a folder, and a web page that was saved with another file type's name.
 */
export async function admitChecked(file: File, options: UploadOptions): Promise<FileRef> {
  const words = strings().pieces.files;
  const start = await readStart(file, pageBytes);
  if (start === 'folder') throw new AppError(failureText('bad-input', words.unreadable(file.name)));
  if (start === 'empty') throw new AppError(failureText('bad-input', words.empty(file.name)));
  if (!isText(file) && looksLikePage(start)) throw new AppError(failureText('bad-input', words.page(file.name)));
  return admitFile(file, options);
}

import { AppError } from '#shared/protocol/failure.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { failureText } from '../failures/failures.ts';
import { strings } from '../i18n/strings.ts';
import { looksLikePage, pageBytes, readStart } from './file-start.ts';
import { admitFile, type UploadOptions } from './files.ts';

const textName =
  /\.(md|txt|csv|json|jsonl|ya?ml|toml|xml|log|tsx?|jsx?|py|go|rs|java|c|h|cpp|cs|rb|php|sh|sql|css|html)$/i;
export const isText = ({ type, name }: File): boolean => type.startsWith('text/') || textName.test(name);

/**
 * Gives a file to the core, as `admitFile` does. Rejects with `bad-input` what would say nothing to a model: an empty file,
 * a folder, and a web page that was saved under the name of something else.
 */
export async function admitChecked(file: File, options: UploadOptions): Promise<FileRef> {
  const words = strings().pieces.files;
  const start = await readStart(file, pageBytes);
  if (start === 'folder') throw new AppError(failureText('bad-input', words.unreadable(file.name)));
  if (start === 'empty') throw new AppError(failureText('bad-input', words.empty(file.name)));
  if (!isText(file) && looksLikePage(start)) throw new AppError(failureText('bad-input', words.page(file.name)));
  return admitFile(file, options);
}
